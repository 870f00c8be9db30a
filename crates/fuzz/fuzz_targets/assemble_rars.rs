//! Any bytes as source in the language of RARS: see [`jal_fuzz::simulator`].

#![no_main]

use libfuzzer_sys::fuzz_target;
use machine::env::Mars;
use runtime::Language;

fuzz_target!(|bytes: &[u8]| jal_fuzz::simulator::check(Language::Rars, Mars::rars, bytes));
