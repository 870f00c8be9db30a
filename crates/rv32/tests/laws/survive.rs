//! Whatever the words of a program are, the machine and its environments neither panic nor hang.

use crate::common::encode;
use machine::env::{Action, Answer, Environment, Linux, Request, Venus};
use machine::image::Image;
use machine::observe::Off;
use machine::run::{Machine, Stop};
use machine::trap::Trap;
use proptest::prelude::*;
use rv32::DESC;
use testkit::segment;

const FUEL: u64 = 2000;
const MEMORY_LIMIT: u64 = 8 << 20;

fn image(words: &[u32]) -> Image {
    Image {
        segments: vec![
            segment("text", 0, 4 * words.len() as u32, words),
            segment("data", 0x1000_0000, 0x100, &[0x6c6c_6568, 0x6f]),
        ],
        ..Image::default()
    }
}

fn answer(request: Request) -> Answer {
    match request {
        Request::ReadWord => Answer::Bytes(b"-12".to_vec()),
        Request::ReadLine => Answer::Bytes(b"a line".to_vec()),
        Request::ReadByte => Answer::Bytes(b"x".to_vec()),
        Request::Read { count, .. } => Answer::Bytes(vec![7; count.min(5000) as usize]),
        Request::Open { .. } => Answer::Number(3),
        Request::AtEnd { .. } => Answer::Failed,
        _ => Answer::Done,
    }
}

/// Answers the call at the program counter; whether the program goes on.
fn serve(environment: &mut dyn Environment, machine: &mut Machine) -> bool {
    let mut action = environment.call(machine);
    loop {
        match action {
            Ok(Action::Ask(request)) => action = environment.answer(machine, answer(request)),
            Ok(Action::Continue) => return true,
            Ok(Action::Exit(_)) | Err(_) => return false,
        }
    }
}

fn run(environment: &mut dyn Environment, words: &[u32], registers: &[u32; 31]) {
    let image = image(words);
    let mut machine = Machine::new(rv32::PROCESSOR);
    machine.memory.set_limit(MEMORY_LIMIT);
    machine.load(&image).expect("it fits");
    let args = [b"prog".to_vec()];
    environment
        .start(&mut machine, &image, &args)
        .expect("it fits");
    for (register, value) in machine.registers.x[3..32].iter_mut().zip(registers) {
        *register = *value;
    }
    while machine.steps < FUEL {
        match machine.run(&mut Off, FUEL - machine.steps) {
            Stop::OutOfFuel | Stop::Trap(Trap::Fetch { .. }) => break,
            Stop::Trap(_) => machine.skip(),
            Stop::Host if serve(environment, &mut machine) => machine.skip(),
            Stop::Host | Stop::Paused | Stop::Crossing => break,
        }
    }
    let places = environment.places(&mut machine);
    assert!(!places.is_empty());
}

/// Any word, an instruction with any operands, or two short ones.
fn word() -> impl Strategy<Value = u32> {
    let instruction = (0..DESC.rows.len(), any::<u32>()).prop_map(|(index, bits)| {
        let pattern = DESC.rows[index].pattern;
        pattern.bits | bits & !pattern.mask
    });
    prop_oneof![
        1 => any::<u32>(),
        6 => instruction,
        2 => Just(encode("ecall", &[])),
        1 => (0i64..40).prop_map(|number| encode("addi", &[10, 0, number])),
        1 => (0i64..300).prop_map(|number| encode("addi", &[17, 0, number])),
    ]
}

/// Register contents: small numbers, addresses, anything.
fn value() -> impl Strategy<Value = u32> {
    prop_oneof![
        0u32..64,
        Just(0x3cc),
        0x0fff_fff0u32..0x1000_0200,
        0x1000_7ff0u32..0x1000_8100,
        any::<u32>()
    ]
}

fn registers() -> impl Strategy<Value = [u32; 31]> {
    prop::collection::vec(value(), 31).prop_map(|values| std::array::from_fn(|k| values[k]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn random_words_with_venus(
        words in prop::collection::vec(word(), 1..64),
        registers in registers(),
    ) {
        run(&mut Venus::default(), &words, &registers);
    }

    #[test]
    fn random_words_with_linux(
        words in prop::collection::vec(word(), 1..64),
        registers in registers(),
    ) {
        run(&mut Linux::default(), &words, &registers);
    }
}
