//! Any bytes as an ELF file and as the text of a program.

#![no_main]

use assembler::elf;
use libfuzzer_sys::fuzz_target;
use machine::env::{Environment, Linux, Venus};
use machine::image::{Access, Image, Segment};
use machine::observe::Off;
use runtime::host::Nowhere;
use runtime::observers::{Calls, Stats};
use runtime::{Limits, Outcome, Session};
use rv32::Rv32;
use std::sync::Arc;

const LIMITS: Limits = Limits {
    steps: Some(20_000),
    output: Some(10_000),
    memory: 1 << 20,
    time: None,
};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(loaded) = elf::read(bytes, LIMITS.memory) {
        run_both(&loaded.program.image);
    }
    run_both(&text(bytes));
});

/// A program whose text is `bytes`.
fn text(bytes: &[u8]) -> Image {
    let segment = |name: &str, address, bytes: Vec<u8>, size, execute| Segment {
        name: name.to_string(),
        address,
        bytes,
        size,
        access: Access {
            write: true,
            execute,
        },
    };
    let size = bytes.len().min(1 << 16);
    Image {
        segments: vec![
            segment("text", 0, bytes[..size].to_vec(), size as u32, true),
            segment("data", 0x1000_0000, Vec::new(), 4096, false),
        ],
        symbols: Vec::new(),
        entry: 0,
    }
}

/// Runs in both environments; an observer must not change anything.
fn run_both(image: &Image) {
    let image = Arc::new(image.clone());
    for linux in [false, true] {
        let plain = run(&image, linux, false);
        assert_eq!(plain, run(&image, linux, true));
    }
}

fn run(image: &Arc<Image>, linux: bool, observed: bool) -> Option<Outcome> {
    let environment: Box<dyn Environment> = match linux {
        true => Box::new(Linux::default()),
        false => Box::new(Venus::default()),
    };
    let args = vec![b"program".to_vec()];
    let mut session = Session::<Rv32>::new(Arc::clone(image), environment, args, LIMITS).ok()?;
    Some(if observed {
        let mut observers = (Calls::default(), Stats::new(&rv32::DESC));
        session.run(&mut observers, &mut Nowhere)
    } else {
        session.run(&mut Off, &mut Nowhere)
    })
}
