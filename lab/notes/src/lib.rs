#![doc = include_str!(concat!(env!("OUT_DIR"), "/notes/README.md"))]
// A page may have its folder's name.
#![allow(clippy::module_inception)]

// A module for each page, written by build.rs.
include!(concat!(env!("OUT_DIR"), "/notes.rs"));
