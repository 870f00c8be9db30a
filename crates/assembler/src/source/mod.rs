//! From files to texts: who reads them, in which order they are taken, and what their bytes mean.

pub mod detect;
pub(crate) mod encoding;
pub(crate) mod import_order;
pub(crate) mod include;
pub mod loader;
pub(crate) mod virtual_files;
