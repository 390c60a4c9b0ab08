//! An instance of the module on wasmi, and its fuel.

use wasmi::{
    Caller, CompilationMode, Config, Engine, Extern, Instance, Linker, Module, Store, WasmParams,
    WasmResults,
};

/// More than any run needs.
const FUEL: u64 = 1 << 60;

pub struct Runtime {
    /// The message includes what the module printed.
    store: Store<String>,
    instance: Instance,
}

impl Runtime {
    pub fn new(module: &[u8]) -> Result<Self, wasmi::Error> {
        let mut config = Config::default();
        // Eager, because translation on first use would be charged for.
        config
            .consume_fuel(true)
            .compilation_mode(CompilationMode::Eager)
            .wasm_wide_arithmetic(true);
        let engine = Engine::new(&config);
        let module = Module::new(&engine, module)?;
        let mut store = Store::new(&engine, String::new());
        store.set_fuel(FUEL)?;
        let mut linker = Linker::new(&engine);
        linker.func_wrap("host", "print", print)?;
        let instance = linker.instantiate_and_start(&mut store, &module)?;
        Ok(Self { store, instance })
    }

    /// Calls an export.
    pub fn call<P: WasmParams, R: WasmResults>(
        &mut self,
        name: &str,
        parameters: P,
    ) -> Result<R, String> {
        let called = self.store.set_fuel(FUEL).and_then(|()| {
            let function = self.instance.get_typed_func::<P, R>(&self.store, name)?;
            function.call(&mut self.store, parameters)
        });
        called.map_err(|error| format!("{name}: {error}\n{}", self.printed()))
    }

    /// The instructions that a call of an export takes.
    pub fn fuel_of<P: WasmParams>(&mut self, name: &str, parameters: P) -> Result<u64, String> {
        self.call::<P, ()>(name, parameters)?;
        let left = self.store.get_fuel().map_err(|error| error.to_string())?;
        Ok(FUEL - left)
    }

    /// What the module has printed since the last call.
    pub fn printed(&mut self) -> String {
        std::mem::take(self.store.data_mut())
    }
}

/// The module's import, which keeps text for [`Runtime::printed`].
fn print(mut caller: Caller<'_, String>, text: u32, length: u32) {
    let memory = caller
        .get_export("memory")
        .and_then(Extern::into_memory)
        .expect("the module exports its memory");
    let mut bytes = vec![0; length as usize];
    memory
        .read(&caller, text as usize, &mut bytes)
        .expect("text lies in the memory");
    caller.data_mut().push_str(&String::from_utf8_lossy(&bytes));
}
