//! The lines of a program as a test ran them: what each says, which function it is in, and how often it
//! ran.

use super::CausePlace;
use assembler::Program;
use diag::SourceMap;
use machine::image::Image;
use machine::isa::{Class, Decoded, IsaDesc, Reg, Role, Row};
use runtime::observers::Coverage;
use rustc_hash::FxHashSet;

/// What a test ran of its program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survey {
    /// Every statement with instructions, by ascending address.
    pub(crate) lines: Vec<SurveyLine>,
    /// Which function calls which.
    pub(crate) calls: Vec<(String, String)>,
    /// The functions that are called from outside the program.
    pub(crate) entered: Vec<String>,
    /// The names of the machine's registers, as sources write them.
    pub(crate) registers: Vec<&'static str>,
    /// The instruction after a jump runs before control goes elsewhere.
    pub(crate) delay_slots: bool,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct SurveyLine {
    pub(crate) address: u32,
    pub(crate) size: u32,
    /// The file, as diagnostics name it, and where in it.
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// As the source writes it.
    pub(crate) text: String,
    /// The function it is in.
    pub(crate) function: String,
    /// Whether it is what the test tests, and not part of the test.
    pub(crate) own: bool,
    /// How often it ran.
    pub(crate) ran: u64,
    pub(crate) reads: Vec<Reg>,
    pub(crate) writes: Vec<Reg>,
    /// Where it may jump.
    pub(crate) target: Option<u32>,
    pub(crate) class: Option<Class>,
    /// The labels directly before it.
    pub(crate) labels: Vec<String>,
}

/// A program, and what is known about it.
pub(crate) struct Scene<'a> {
    pub(crate) desc: &'static IsaDesc,
    pub(crate) program: &'a Program,
    pub(crate) sources: &'a SourceMap,
    /// Whether a file of this name is what is tested.
    pub(crate) is_own: &'a dyn Fn(&str) -> bool,
    /// The functions that are called from outside the program.
    pub(crate) entered: Vec<String>,
}

impl Scene<'_> {
    /// The lines of the program, with how often they ran.
    pub(crate) fn survey(&self, counts: &Coverage) -> Survey {
        let mut lines: Vec<SurveyLine> = Vec::new();
        let image = &self.program.image;
        for line in self.program.lines.iter().filter(|line| line.code) {
            let file = self.sources.name(line.span.file);
            let mut this = SurveyLine {
                address: line.address,
                size: line.size,
                file: file.to_owned(),
                line: self.sources.position(line.span.file, line.span.start).line,
                start: line.span.start,
                end: line.span.end,
                text: shown(self.sources.slice(line.span)),
                function: String::new(),
                own: (self.is_own)(file),
                ran: counts.count(line.address),
                reads: Vec::new(),
                writes: Vec::new(),
                target: None,
                class: None,
                labels: labels(image, line.address),
            };
            this.decode(image, self.desc);
            lines.push(this);
        }
        let mut survey = Survey {
            lines,
            calls: Vec::new(),
            entered: self.entered.clone(),
            registers: self.desc.registers.iter().flat_map(|r| r.names()).collect(),
            delay_slots: image.delay_slots,
        };
        survey.find_functions(image, self.desc);
        survey
    }
}

fn labels(image: &Image, address: u32) -> Vec<String> {
    let first = image
        .symbols
        .partition_point(|symbol| symbol.address < address);
    let here = image.symbols.iter().skip(first);
    let here = here.take_while(|symbol| symbol.address == address);
    here.filter(|symbol| !symbol.absolute)
        .map(|symbol| symbol.name.clone())
        .collect()
}

/// A statement on one line, without blanks that only align it.
fn shown(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl SurveyLine {
    fn decode(&mut self, image: &Image, desc: &'static IsaDesc) {
        let mut pc = self.address;
        while pc < self.address.saturating_add(self.size) {
            let Some(Decoded { row, word, len, .. }) = decode(image, desc, pc) else {
                return;
            };
            let Some(row) = desc.rows.get(row) else {
                return;
            };
            let set: Vec<Reg> = self.writes.clone();
            let read = row.registers(word, Role::Read);
            self.reads
                .extend(read.filter(|reg| *reg != Reg(0) && !set.contains(reg)));
            let written = row.registers(word, Role::Write);
            self.writes.extend(written.filter(|reg| *reg != Reg(0)));
            self.target = target(row, word, pc).or(self.target);
            self.class = Some(row.class);
            pc += u32::from(len);
        }
    }

    /// Whether it jumps and keeps the address after it.
    pub(crate) fn is_call(&self, desc: &IsaDesc) -> bool {
        let jumps = matches!(
            self.class,
            Some(Class::Jump | Class::JumpRegister | Class::Branch)
        );
        jumps && self.writes.contains(&desc.abi.ra)
    }

    /// Whether it goes back to the caller.
    pub(crate) fn is_return(&self, desc: &IsaDesc) -> bool {
        self.class == Some(Class::JumpRegister)
            && self.reads.contains(&desc.abi.ra)
            && self.writes.is_empty()
    }

    /// Whether control never comes to the next line.
    pub(crate) fn is_jump(&self, desc: &IsaDesc) -> bool {
        let jumps = matches!(self.class, Some(Class::Jump | Class::JumpRegister));
        jumps && !self.is_call(desc)
    }

    pub(crate) fn is_branch(&self) -> bool {
        matches!(self.class, Some(Class::Branch | Class::LikelyBranch))
    }

    pub(crate) fn place(&self) -> CausePlace {
        CausePlace {
            file: self.file.clone(),
            first: self.line,
            last: self.line,
            text: self.text.clone(),
            function: self.function.clone(),
        }
    }

    /// `line 12`, or with its file if that is another one.
    pub(crate) fn seen_from(&self, place: &CausePlace) -> String {
        match place.file == self.file {
            true => format!("line {}", self.line),
            false => format!("{}:{}", self.file, self.line),
        }
    }
}

impl Survey {
    /// A function begins where something calls it, or at a global label, or where it is called from
    /// outside.
    fn find_functions(&mut self, image: &Image, desc: &'static IsaDesc) {
        let calls = self.lines.iter().filter(|line| line.is_call(desc));
        let mut entries: FxHashSet<u32> = calls.filter_map(|line| line.target).collect();
        let globals = image.symbols.iter().filter(|s| s.global && !s.absolute);
        entries.extend(globals.map(|symbol| symbol.address));
        let entered = self.entered.iter().filter_map(|name| image.symbol(name));
        entries.extend(entered.map(|symbol| symbol.address));
        let mut function = String::new();
        let mut at: Vec<(u32, String)> = Vec::new();
        for line in &mut self.lines {
            if entries.contains(&line.address) {
                let symbol = image.symbol_before(line.address);
                let symbol = symbol.filter(|symbol| symbol.address == line.address);
                function = symbol.map_or_else(String::new, |symbol| symbol.name.clone());
                at.push((line.address, function.clone()));
            }
            line.function.clone_from(&function);
        }
        let name = |address: u32| {
            at.iter()
                .find(|(a, _)| *a == address)
                .map(|(_, n)| n.clone())
        };
        for line in self.lines.iter().filter(|line| line.is_call(desc)) {
            if let Some(callee) = line.target.and_then(name) {
                self.calls.push((line.function.clone(), callee));
            }
        }
        self.calls.sort();
        self.calls.dedup();
    }

    /// The statement that an address belongs to.
    pub(crate) fn at(&self, address: u32) -> Option<&SurveyLine> {
        let after = self.lines.partition_point(|line| line.address <= address);
        let line = self.lines.get(after.checked_sub(1)?)?;
        (address - line.address < line.size.max(1)).then_some(line)
    }

    /// The lines of a function, in order.
    pub(crate) fn function<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a SurveyLine> {
        self.lines.iter().filter(move |line| line.function == name)
    }

    /// The functions that are tested, and that the test itself calls.
    pub(crate) fn tested(&self) -> Vec<String> {
        let own = |name: &str| {
            self.lines
                .iter()
                .any(|line| line.own && line.function == name)
        };
        let calls = self.calls.iter().filter(|(from, to)| !own(from) && own(to));
        let entered = self.entered.iter().filter(|name| own(name)).cloned();
        let mut found: Vec<String> = entered.chain(calls.map(|(_, to)| to.clone())).collect();
        found.sort();
        found.dedup();
        found
    }
}

pub(crate) fn decode(image: &Image, desc: &IsaDesc, pc: u32) -> Option<Decoded> {
    let segment = image.segment_at(pc)?;
    let bytes = segment.bytes.get((pc - segment.address) as usize..)?;
    let bits = match *bytes {
        [a, b, c, d, ..] if image.big_endian => u32::from_be_bytes([a, b, c, d]),
        [a, b, c, d, ..] => u32::from_le_bytes([a, b, c, d]),
        [a, b] => u16::from_le_bytes([a, b]).into(),
        _ => return None,
    };
    desc.decode_any(bits)
}

pub(crate) fn target(row: &Row, word: u32, pc: u32) -> Option<u32> {
    let mut operands = row.operands.iter();
    operands.find_map(|operand| operand.kind.target(operand.field.extract(word), pc))
}
