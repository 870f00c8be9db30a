//! Keyboard and display in memory.

use super::*;

const RECEIVER_CONTROL: u32 = 0xffff_0000;
const RECEIVER_DATA: u32 = 0xffff_0004;
const TRANSMITTER_CONTROL: u32 = 0xffff_0008;
const TRANSMITTER_DATA: u32 = 0xffff_000c;

pub(super) fn key(text: &str) -> Answer {
    Answer::Bytes(text.into())
}

impl World {
    /// What an instruction at a device does, and what it asks.
    #[track_caller]
    pub(super) fn access(
        &mut self,
        address: u32,
        size: u8,
        value: Option<u32>,
        answers: &[Answer],
    ) -> (u32, Vec<Request>) {
        let access = DeviceAccess {
            address,
            size,
            store: value.is_some(),
        };
        let action = self.mars.before_access(&mut self.board, access);
        let Done { mut requests, end } = self.settle(action, answers);
        assert_eq!(end, Ok(Action::Continue));
        if let Some(value) = value {
            self.write(address, &value.to_le_bytes()[..size.into()]);
        }
        let loaded = self.word(address);
        self.board.steps += 1;
        let action = self.mars.after_access(&mut self.board, access);
        let Done {
            requests: more,
            end,
        } = self.settle(action, &[]);
        assert_eq!(end, Ok(Action::Continue));
        requests.extend(more);
        (loaded, requests)
    }

    #[track_caller]
    pub(super) fn load(&mut self, address: u32, answers: &[Answer]) -> u32 {
        self.access(address, 4, None, answers).0
    }

    #[track_caller]
    pub(super) fn store(&mut self, address: u32, value: u32) -> Vec<Request> {
        self.access(address, 4, Some(value), &[]).1
    }

    /// Lets instructions pass, and what is due happen.
    #[track_caller]
    pub(super) fn pass(&mut self, steps: u64, answers: &[Answer]) -> Vec<Request> {
        self.board.steps += steps;
        let mut requests = Vec::new();
        let mut answers = answers.iter();
        while self
            .mars
            .next_tick()
            .is_some_and(|at| at <= self.board.steps)
        {
            let mut action = self.mars.tick(&mut self.board);
            while let Ok(Action::Ask(request)) = action {
                requests.push(request);
                let answer = answers.next().expect("the test has an answer");
                action = self.mars.answer(&mut self.board, answer.clone());
            }
            assert_eq!(action, Ok(Action::Continue));
        }
        requests
    }
}

#[test]
fn a_key_is_there_until_it_is_read() {
    let mut world = world();
    assert_eq!(world.load(RECEIVER_CONTROL, &[key("")]), 0);
    assert_eq!(world.load(RECEIVER_CONTROL, &[key("a")]), 1);
    assert_eq!(world.load(RECEIVER_CONTROL, &[]), 1);
    assert_eq!(world.load(RECEIVER_DATA, &[]), 0x61);
    assert_eq!(world.load(RECEIVER_DATA, &[]), 0x61);
    assert_eq!(world.load(RECEIVER_CONTROL, &[key("")]), 0);
}

#[test]
fn a_byte_of_a_word_is_enough() {
    let mut world = world();
    let polled = world.access(RECEIVER_CONTROL, 1, None, &[key("a")]);
    assert_eq!(polled, (1, vec![Request::PollKey]));
    let read = world.access(RECEIVER_DATA, 1, None, &[]);
    assert_eq!(read.0, 0x61);
    assert_eq!(world.word(RECEIVER_CONTROL), 0);
}

#[test]
fn other_words_are_memory() {
    let mut world = world();
    assert_eq!(world.store(0xffff_0010, 7), []);
    assert_eq!(world.load(0xffff_0010, &[]), 7);
    assert_eq!(world.store(0xffff_8000, 7), []);
    assert_eq!(world.load(0xffff_8000, &[]), 7);
}

#[test]
fn a_program_that_waits_for_ever_is_stopped() {
    let mut world = world();
    assert_eq!(world.load(RECEIVER_CONTROL, &[Answer::End]), 0);
    let access = DeviceAccess {
        address: RECEIVER_CONTROL,
        size: 4,
        store: false,
    };
    let mut polls =
        || (0..1_000_000).find_map(|_| world.mars.before_access(&mut world.board, access).err());
    let wanted = "a key";
    assert_eq!(polls(), Some(CallFault::EndOfInput { wanted }));
}

#[test]
fn a_program_that_does_other_things_after_the_end_of_input_goes_on() {
    let mut world = world();
    assert_eq!(world.load(RECEIVER_CONTROL, &[Answer::End]), 0);
    for _ in 0..20 {
        for _ in 0..10_000 {
            assert_eq!(world.load(RECEIVER_CONTROL, &[]), 0);
        }
        world.call(1, &[(A0, 1)], &[]);
    }
}

#[test]
fn the_display_is_busy_for_five_instructions() {
    let mut world = world();
    assert_eq!(world.load(TRANSMITTER_CONTROL, &[]), 1);
    assert_eq!(world.store(TRANSMITTER_DATA, 0x141), [print(1, "A")]);
    assert_eq!(world.load(TRANSMITTER_CONTROL, &[]), 0);
    assert_eq!(world.store(TRANSMITTER_DATA, 0x42), [], "not ready");
    world.board.steps += 2;
    assert_eq!(world.load(TRANSMITTER_CONTROL, &[]), 0);
    assert_eq!(world.load(TRANSMITTER_CONTROL, &[]), 1);
    assert_eq!(world.store(TRANSMITTER_DATA, 0xe9), [print(1, "é")]);
}

#[test]
fn some_characters_move_and_clear() {
    let mut world = world();
    assert_eq!(world.store(TRANSMITTER_DATA, 12), [Request::ClearScreen]);
    world.board.steps += 10;
    let cursor = Request::MoveCursor { x: 10, y: 4 };
    let word = 10 << 20 | 4 << 8 | 7;
    assert_eq!(world.store(TRANSMITTER_DATA, word), [cursor]);
}

#[test]
fn a_program_cannot_make_a_device_ready() {
    let mut world = world();
    world.store(RECEIVER_CONTROL, 0xffff_fffd);
    assert_eq!(world.word(RECEIVER_CONTROL), 0);
    world.store(TRANSMITTER_CONTROL, 0);
    assert_eq!(world.word(TRANSMITTER_CONTROL), 1);
    world.store(TRANSMITTER_CONTROL, 0xffff_fffe);
    assert_eq!(world.word(TRANSMITTER_CONTROL), 3);
}

#[test]
fn without_interrupts_nothing_is_due() {
    let mut world = world();
    world.store(TRANSMITTER_DATA, 0x41);
    assert_eq!(world.mars.next_tick(), None);
}

#[test]
fn a_key_interrupts_once() {
    let mut world = world();
    world.board.accepts = true;
    world.store(RECEIVER_CONTROL, 2);
    assert_eq!(world.pass(0, &[key("")]), [Request::PollKey]);
    assert_eq!(world.pass(100, &[]), [], "not so soon again");
    assert_eq!(world.pass(100_000, &[key("a")]), [Request::PollKey]);
    assert_eq!(world.board.interrupts, [0x100]);
    assert_eq!(world.word(RECEIVER_CONTROL), 3);
    assert_eq!(world.pass(1_000_000, &[]), []);
    assert_eq!(world.board.interrupts, [0x100], "only once");
    assert_eq!(world.load(RECEIVER_DATA, &[]), 0x61);
    assert_eq!(world.pass(1000, &[key("b")]), [Request::PollKey]);
    assert_eq!(world.board.interrupts, [0x100, 0x100]);
}

#[test]
fn an_interrupt_waits_until_it_is_accepted() {
    let mut world = world();
    world.store(RECEIVER_CONTROL, 2);
    world.pass(0, &[key("a")]);
    world.pass(5000, &[]);
    assert_eq!(world.board.interrupts, []);
    world.board.accepts = true;
    world.pass(5000, &[]);
    assert_eq!(world.board.interrupts, [0x100]);
}

#[test]
fn an_interrupt_that_has_lost_its_reason_does_not_come() {
    let mut world = world();
    world.store(RECEIVER_CONTROL, 2);
    world.pass(0, &[key("a")]);
    world.load(RECEIVER_DATA, &[]);
    world.store(RECEIVER_CONTROL, 0);
    world.board.accepts = true;
    world.pass(1_000_000, &[]);
    assert_eq!(world.board.interrupts, []);
}

#[test]
fn a_display_that_is_ready_again_interrupts() {
    let mut world = world();
    world.board.accepts = true;
    world.store(TRANSMITTER_CONTROL, 2);
    world.pass(1000, &[]);
    assert_eq!(world.board.interrupts, [], "it was ready before");
    world.store(TRANSMITTER_DATA, 0x41);
    world.pass(4, &[]);
    assert_eq!(world.board.interrupts, []);
    world.pass(1, &[]);
    assert_eq!(world.board.interrupts, [0x200]);
}

#[test]
fn no_more_keys_are_looked_for_after_the_end() {
    let mut world = world();
    world.store(RECEIVER_CONTROL, 2);
    world.pass(0, &[Answer::End]);
    assert_eq!(world.mars.next_tick(), None);
}

#[test]
fn without_devices_all_is_memory() {
    let mars = Mars::new(&MarsMap::DEFAULT, 0).as_command_line();
    let mut world = World::start(mars, &image(), &[]);
    assert_eq!(world.word(TRANSMITTER_CONTROL), 0);
    assert_eq!(world.store(TRANSMITTER_DATA, 0x41), []);
    assert_eq!(world.load(RECEIVER_CONTROL, &[]), 0);
    assert_eq!(world.mars.next_tick(), None);
}
