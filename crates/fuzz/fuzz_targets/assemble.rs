//! Any bytes as source in the language of Venus.

#![no_main]

use assembler::{AssembleOptions, VENUS};
use jal_fuzz::source::assembled;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let files: [(&str, &[u8]); 3] = [
        ("main.s", text),
        ("a.s", b"main: .globl main f\nf: ret\n"),
        ("lib/b.s", b".import \"../a.s\"\n.data\nx: .word x\n"),
    ];
    assembled(&files, &[], &AssembleOptions::new(&rv32::DESC, &VENUS));
});
