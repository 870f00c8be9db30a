//! Watches accesses to memory: reports those outside of the blocks that data directives and the
//! heap calls made. The program goes on.

use super::places::{CodePlaces, ShadowRegisters, meaning, register_table};
use machine::isa::{Meaning, Reg};
use machine::observe::{At, MemoryAccess, Observer};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const SP: usize = 2;
const A0: usize = 10;
const A1: usize = 11;
const A2: usize = 12;
const A6: usize = 16;

const STATIC_DATA: u32 = 0x1000_0000;
const HEAP: u32 = 0x1000_8000;
const SBRK: u32 = 9;
const CLIB: u32 = 0x3cc;
/// An address this far behind a block has nothing to do with it.
const FAR: u32 = 4096;

/// What a block of memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Static,
    /// From `malloc` and its kin.
    Used,
    Freed,
    /// From `sbrk`.
    Grown,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    size: u32,
    kind: Kind,
}

/// A heap call that the program stands on; its result is known at the next instruction.
#[derive(Clone, Copy, Debug)]
enum Call {
    Sbrk(u32),
    Allocate(&'static str, u32),
    Reallocate(u32, u32),
    Free(u32),
}

/// What is checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemcheckRules {
    /// Every access and allocation is told.
    pub verbose: bool,
    /// Accesses to the text are reported.
    pub immutable_text: bool,
    /// Accesses are not checked at all.
    pub allow_all: bool,
}

/// Watches a run.
pub(super) struct Memcheck<'a> {
    places: CodePlaces<'a>,
    rules: MemcheckRules,
    shadow: ShadowRegisters,
    pc: u32,
    text_end: u32,
    heap_start: u32,
    blocks: BTreeMap<u32, Block>,
    call: Option<Call>,
    report: String,
}

impl<'a> Memcheck<'a> {
    /// Watches a run that begins with these registers.
    pub(super) fn new(places: CodePlaces<'a>, rules: MemcheckRules, registers: [u32; 32]) -> Self {
        let data = places
            .program
            .lines
            .iter()
            .filter(|line| !line.code && line.size > 0);
        let block = |size| Block {
            size,
            kind: Kind::Static,
        };
        let blocks: BTreeMap<u32, Block> =
            data.map(|line| (line.address, block(line.size))).collect();
        let segments = places.program.image.segments.iter();
        let data_end = segments
            .filter(|s| !s.access.execute)
            .map(|s| s.end())
            .max();
        let mut check = Memcheck {
            places,
            rules,
            shadow: ShadowRegisters(registers),
            pc: 0,
            text_end: places.program.image.text_end(),
            heap_start: HEAP.max(data_end.unwrap_or(0)),
            blocks,
            call: None,
            report: String::new(),
        };
        check.list("data allocs", |kind| kind == Kind::Static);
        check
    }

    /// What was found since this was last asked.
    pub(super) fn take_report(&mut self) -> Option<String> {
        Some(std::mem::take(&mut self.report)).filter(|report| !report.is_empty())
    }

    /// What is still in use when the program has ended.
    pub(super) fn finish(&mut self) -> Option<String> {
        self.finish_call();
        let used = || {
            self.blocks
                .iter()
                .filter(|(_, block)| block.kind == Kind::Used)
        };
        let bytes: u64 = used().map(|(_, block)| u64::from(block.size)).sum();
        let count = used().count();
        let mut text = format!("[memcheck] In use at exit: {bytes} bytes in {count} blocks\n");
        if self.rules.verbose {
            for (address, block) in used() {
                let _ = writeln!(text, "\t{} bytes at 0x{address:08X} is lost", block.size);
            }
        } else {
            text.push_str("[memcheck] For detailed leak analysis, rerun with --memcheckVerbose\n");
        }
        if self.rules.verbose || count > 0 {
            self.report.push_str(&text);
        }
        self.take_report()
    }

    fn begin_call(&mut self) {
        let (a1, a2) = (self.shadow.get(A1), self.shadow.get(A2));
        self.call = match (self.shadow.get(A0), self.shadow.get(A6)) {
            (SBRK, _) => Some(Call::Sbrk(a1)),
            (CLIB, 1) => Some(Call::Allocate("malloc", a1)),
            (CLIB, 2) => Some(Call::Allocate("calloc", a1.saturating_mul(a2))),
            (CLIB, 3) => Some(Call::Reallocate(a1, a2)),
            (CLIB, 4) => Some(Call::Free(a1)),
            _ => None,
        };
    }

    /// Notes the result of the last heap call.
    fn finish_call(&mut self) {
        let Some(call) = self.call.take() else { return };
        let result = self.shadow.get(A0);
        match call {
            Call::Sbrk(size) if size as i32 > 0 => self.grow(result, size),
            Call::Sbrk(_) => {}
            Call::Allocate(name, size) => self.allocate(name, result, size),
            Call::Free(at) => self.free(at),
            Call::Reallocate(old, size) => {
                if result != 0 || size == 0 {
                    self.free(old);
                }
                self.allocate("realloc", result, size);
            }
        }
    }

    /// Adds a piece of heap; one that follows another continues it.
    fn grow(&mut self, at: u32, size: u32) {
        let before = self.blocks.range_mut(..at).next_back();
        if let Some((start, block)) = before
            && block.kind == Kind::Grown
            && start.wrapping_add(block.size) == at
        {
            block.size = block.size.saturating_add(size);
        } else {
            self.blocks.insert(
                at,
                Block {
                    size,
                    kind: Kind::Grown,
                },
            );
        }
        self.tell(&format!("sbrk: ptr=0x{at:08X} size={size}"));
    }

    fn allocate(&mut self, name: &str, at: u32, size: u32) {
        if at != 0 {
            self.blocks.insert(
                at,
                Block {
                    size,
                    kind: Kind::Used,
                },
            );
            self.tell(&format!("{name}: ptr=0x{at:08X} size={size}"));
            self.list("heap allocs", |kind| kind == Kind::Used);
        }
    }

    fn free(&mut self, at: u32) {
        let block = self
            .blocks
            .get_mut(&at)
            .filter(|block| block.kind == Kind::Used);
        if let Some(block) = block {
            block.kind = Kind::Freed;
            let size = block.size;
            self.tell(&format!("free: ptr=0x{at:08X} size={size}"));
            self.list("heap frees", |kind| kind == Kind::Freed);
        }
    }

    fn tell(&mut self, text: &str) {
        if self.rules.verbose {
            let _ = writeln!(self.report, "[memcheck] {text}");
        }
    }

    fn list(&mut self, title: &str, wanted: impl Fn(Kind) -> bool) {
        if !self.rules.verbose {
            return;
        }
        let _ = writeln!(self.report, "[memcheck] {title}");
        for (address, block) in self.blocks.iter().filter(|(_, block)| wanted(block.kind)) {
            let _ = writeln!(
                self.report,
                "[memcheck]     ptr=0x{address:08X} size={}",
                block.size
            );
        }
        let _ = writeln!(self.report, "[memcheck] end {title}");
    }

    /// What is wrong with an access, as the end of a sentence about its address.
    fn verdict(&self, address: u32, size: u8) -> Option<String> {
        let last = address.wrapping_add(u32::from(size) - 1);
        let touches =
            |first: u32, end: u32| (first..end).contains(&address) || (first..end).contains(&last);
        let heap = touches(self.heap_start, self.shadow.get(SP));
        if touches(0, self.text_end) && self.rules.immutable_text {
            return Some("in text".to_owned());
        }
        if !heap && !touches(STATIC_DATA, self.heap_start) {
            return None;
        }
        let is_near = |block: &Block| (block.kind != Kind::Static) == heap;
        let before = self
            .blocks
            .range(..=address)
            .rev()
            .find(|(_, block)| is_near(block));
        let Some((start, block)) = before else {
            return Some("not alloc'd".to_owned());
        };
        let (offset, whole) = (address - start, block.size);
        let inside = u64::from(offset) + u64::from(size) <= whole.into();
        let kind = match block.kind {
            Kind::Freed if inside => {
                return Some(format!(
                    "{offset} bytes inside a block of size {whole} free'd"
                ));
            }
            _ if inside => return None,
            Kind::Static => "in static",
            Kind::Freed => "free'd",
            Kind::Used | Kind::Grown => "alloc'd",
        };
        let behind = offset.saturating_sub(whole);
        if behind > FAR {
            return Some("not alloc'd".to_owned());
        }
        Some(format!(
            "{behind} bytes after a block of size {whole} {kind}"
        ))
    }
}

impl Observer for Memcheck<'_> {
    fn instruction(&mut self, at: &At) {
        self.finish_call();
        self.pc = at.pc;
        if meaning(at) == Meaning::EnvironmentCall {
            self.begin_call();
        }
    }

    fn register(&mut self, reg: Reg, old: u64, new: u64) {
        self.shadow.register(reg, old, new);
    }

    fn memory(&mut self, access: &MemoryAccess) {
        let MemoryAccess { address, size, .. } = *access;
        let pc = self.pc;
        let place = || self.places.location(pc).unwrap_or_else(|| "?".to_owned());
        if self.rules.verbose {
            let text = format!(
                "access: addr=0x{address:08X} size={size} pc=0x{pc:08X} file={} instr={}",
                place(),
                self.places.source(pc)
            );
            self.tell(&text);
        }
        if self.rules.allow_all {
            return;
        }
        if let Some(verdict) = self.verdict(address, size) {
            let text = format!(
                "[memcheck] Invalid memory access of size {size}. Address 0x{address:08X} is \
                 {verdict}.\n\tProgram Counter: 0x{pc:08X}\n\tFile: {}\n\tInstruction: {}\n\
                 \tRegisters:\n{}\n",
                self.places.location(pc).unwrap_or_else(|| "?".to_owned()),
                self.places.source(pc),
                register_table(&self.shadow.0, "\t")
            );
            self.report.push_str(&text);
        }
    }
}
