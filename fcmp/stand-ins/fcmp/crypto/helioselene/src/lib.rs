compile_error!("this is FCMP++'s helioselene, which the lines of the guide were to replace");
