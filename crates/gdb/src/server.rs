//! One session with gdb, from bytes to bytes.

use crate::moves::Heading;
use crate::packet::{Incoming, PacketReader, escaped, framed, hex};
use crate::registers::{self, GdbRegister};
use debug::Engine;
use debug::engine::Pursuit;
use debug::repl::{Explain, Paint, Repl};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What gdb may read to know the program's labels and lines.
#[derive(Clone, Debug, Default)]
pub struct GdbProgram {
    /// Its path or its name.
    pub name: String,
    /// An ELF file.
    pub elf: Vec<u8>,
}

/// A server for one gdb.
pub struct GdbServer {
    pub(crate) repl: Repl<'static>,
    pub(crate) program: GdbProgram,
    pub(crate) registers: Vec<GdbRegister>,
    /// What gdb has planted: type, address, length or kind; and the number of the stop.
    pub(crate) planted: Vec<((u8, u32, u32), u32)>,
    /// The move that is on its way.
    pub(crate) under_way: Option<(Pursuit, Heading)>,
    /// How many bytes of the program's output were shown.
    pub(crate) shown: u64,
    /// gdb knows that the program has ended.
    pub(crate) end_told: bool,
    /// gdb understands why a breakpoint stops.
    pub(crate) knows_breakpoints: bool,
    reader: PacketReader,
    /// Whether packets are acknowledged.
    pub(crate) acknowledges: bool,
    last: Vec<u8>,
    out: Vec<u8>,
    interrupt: Arc<AtomicBool>,
    pub(crate) done: bool,
}

impl GdbServer {
    /// A server for a program before its first instruction.
    pub fn new(engine: Engine, program: GdbProgram, explain: Explain) -> Self {
        // Nothing is ever written there: all that the prompt says is taken from it.
        let nowhere = Box::leak(Box::new(std::io::sink()));
        GdbServer {
            registers: registers::all(&engine),
            interrupt: engine.interrupt(),
            shown: engine.printed(),
            repl: Repl::new(engine, nowhere, Paint::default(), explain),
            program,
            planted: Vec::new(),
            under_way: None,
            end_told: false,
            knows_breakpoints: false,
            reader: PacketReader::default(),
            acknowledges: true,
            last: Vec::new(),
            out: Vec::new(),
            done: false,
        }
    }

    /// Whether the session is over.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// Whether the program runs, so that [`GdbServer::tick`] should be called.
    pub fn is_running(&self) -> bool {
        self.under_way.is_some()
    }

    /// Set from outside when Ctrl-C comes in (a byte 3), this ends a search through the history.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    /// Takes bytes from gdb; what to send.
    pub fn receive(&mut self, bytes: &[u8]) -> Vec<u8> {
        if !self.reader.push(bytes) {
            self.done = true;
        }
        self.answer_all();
        std::mem::take(&mut self.out)
    }

    /// Lets the program run for about so many instructions; what to send.
    pub fn tick(&mut self, fuel: u64) -> Vec<u8> {
        self.run(fuel);
        self.answer_all();
        std::mem::take(&mut self.out)
    }

    fn answer_all(&mut self) {
        while !self.done {
            if self.is_running() {
                if self.reader.take_interrupt() {
                    self.pause();
                    continue;
                }
                // Whatever else comes in waits until the program has stopped.
                return;
            }
            match self.reader.next() {
                None => return,
                // It has ended a search, or came too late.
                Some(Incoming::Interrupt) => self.interrupt.store(false, Ordering::Relaxed),
                Some(Incoming::Again) => self.out.extend(self.last.clone()),
                Some(Incoming::Garbled) => self.acknowledge(b'-'),
                Some(Incoming::Packet(said)) => {
                    self.acknowledge(b'+');
                    if let Some(answer) = self.answer(&said) {
                        self.send(&answer);
                    }
                }
            }
        }
    }

    fn acknowledge(&mut self, byte: u8) {
        if self.acknowledges {
            self.out.push(byte);
        }
    }

    pub(crate) fn forget_interrupt(&self) {
        self.interrupt.store(false, Ordering::Relaxed);
    }

    /// Sends a packet.
    pub(crate) fn send(&mut self, said: &[u8]) {
        self.last = framed(said);
        self.out.extend(&self.last);
    }

    /// Shows text on gdb's console.
    pub(crate) fn show(&mut self, text: &[u8]) {
        for part in text.chunks(crate::packet::LONGEST / 4) {
            self.send(format!("O{}", hex(part)).as_bytes());
        }
    }

    /// Shows what the program has printed.
    pub(crate) fn show_output(&mut self) {
        let engine = self.repl.program();
        let printed = engine.printed();
        // What is taken back cannot be taken off gdb's console.
        if printed > self.shown {
            let text = engine.output(self.shown).to_vec();
            self.show(&text);
        }
        self.shown = printed;
    }

    /// A part of something that gdb reads in parts.
    pub(crate) fn part(whole: &[u8], first: u32, length: u32) -> Vec<u8> {
        let first = whole.len().min(first as usize);
        let length = (length as usize).min(crate::packet::LONGEST / 4);
        let end = whole.len().min(first + length);
        let mut said = vec![if end == whole.len() { b'l' } else { b'm' }];
        said.extend(escaped(&whole[first..end]));
        said
    }
}
