//! Where the boundary is in a program, and what a course allows there.

use super::MayExit;
use crate::codes;
use crate::course::Task;
use crate::grading::GradingRules;
use crate::handed_in::HandedIn;
use assembler::{CodeLine, ExpansionCause, Program};
use callconv::Contract;
use diag::{Diagnostic, FileId, SourceMap};
use machine::code::{CodeSide, CodeSides};
use machine::image::{Access, Image, Segment, first_word};
use machine::isa::{Class, IsaDesc};
use memchr::memmem;
use runtime::load::LoadedProgram;
use runtime::{BoundaryRules, MayEnd};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;

/// What a course says about a program's boundary.
pub(crate) struct BoundaryRequest<'a> {
    /// Whether what functions must keep is compared.
    pub values: bool,
    /// Who may end the program.
    pub may_exit: &'a MayExit,
    /// The tasks of the course: some do not allow output.
    pub tasks: &'a [Task],
    /// What the program says about its own conventions.
    pub contract: Option<&'a Contract>,
}

impl HandedIn {
    /// Who has written the statements of a program; none if nothing of it was handed in.
    pub(crate) fn owners<'a>(&self, loaded: &'a LoadedProgram) -> Option<Owners<'a>> {
        let program = loaded.program.as_ref().filter(|_| !self.is_empty())?;
        Some(Owners::new(self, loaded, program))
    }
}

/// Which file each statement of a program belongs to.
pub(crate) struct Owners<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
    desc: &'static IsaDesc,
    /// The handed-in files, and their paths in the project's folder.
    files: Vec<(FileId, String)>,
    /// For each statement, the index of the handed-in file that it belongs to.
    owners: Vec<Option<usize>>,
}

impl<'a> Owners<'a> {
    fn new(handed_in: &HandedIn, loaded: &'a LoadedProgram, program: &'a Program) -> Self {
        let sources = &loaded.sources;
        let files = sources.files().filter_map(|file| {
            let path = handed_in.path(sources.name(file))?;
            Some((file, path))
        });
        let mut owners = Owners {
            program,
            files: files.collect(),
            sources,
            desc: loaded.desc(),
            owners: Vec::new(),
        };
        owners.owners = owners.of_statements();
        owners
    }

    /// The boundary in the program.
    pub(crate) fn boundary(&self, request: &BoundaryRequest<'_>) -> BoundaryRules {
        let sides = self.sides();
        let is_silent = |path: &str| {
            let mut silent = request.tasks.iter().filter(|task| !task.prints);
            silent.any(|task| GradingRules::fits(&task.files, path))
        };
        let paths = self.files.iter().map(|(_, path)| path);
        let is_silent: Vec<bool> = paths.map(|path| is_silent(path)).collect();
        let silent = self.ranges(|_, file| is_silent.get(file) == Some(&true));
        let contract = request.contract;
        BoundaryRules {
            values: request.values,
            shared: contract.map_or_else(Default::default, |contract| contract.global),
            functions: self.functions(&sides),
            args: contract.map_or_else(Default::default, |c| self.args(c)),
            data: self.ranges(|line, _| !line.code && line.size > 0).collect(),
            may_end: match request.may_exit {
                MayExit::None => MayEnd::None,
                MayExit::All => MayEnd::All,
                MayExit::These(names) => {
                    let image = &self.program.image;
                    let symbols = names.iter().filter_map(|name| image.symbol(name));
                    MayEnd::These(symbols.map(|symbol| symbol.address).collect())
                }
            },
            silent: CodeSides::new(silent),
            sides: Arc::new(sides),
            seed: 0,
        }
    }

    /// Statements of handed-in files that lie where those of the course lie.
    pub(crate) fn overlays(&self) -> Option<Diagnostic> {
        let end = |line: &CodeLine| u64::from(line.address) + u64::from(line.size);
        // By ascending address: what reaches farthest so far, of each side.
        let mut farthest: [Option<&CodeLine>; 2] = [None, None];
        let lines = self.program.lines.iter().zip(&self.owners);
        for (line, owner) in lines.filter(|(line, _)| line.size > 0) {
            let handed_in = owner.is_some();
            let other = farthest[usize::from(!handed_in)];
            if let Some(other) = other.filter(|other| end(other) > u64::from(line.address)) {
                let (own, staff) = if handed_in {
                    (line, other)
                } else {
                    (other, line)
                };
                let title = format!(
                    "a handed-in file puts something at 0x{:08x}, where the course has its own",
                    line.address
                );
                return Some(
                    Diagnostic::error(codes::OVERLAY, title)
                        .primary(own.span, "this would replace what the course has there")
                        .secondary(staff.span, "the course's own")
                        .help("leave the address out: the next free one is used"),
                );
            }
            let known = &mut farthest[usize::from(handed_in)];
            if known.is_none_or(|known| end(line) > end(known)) {
                *known = Some(line);
            }
        }
        None
    }

    /// The handed-in file of each statement. What comes out of a macro belongs to who has called
    /// it.
    fn of_statements(&self) -> Vec<Option<usize>> {
        let index = |file| self.files.iter().position(|(known, _)| *known == file);
        let mut last = (None, None);
        let owner = |line: &CodeLine| {
            let mut file = line.span.file;
            for (span, cause) in self.program.lines.trail(line) {
                match cause {
                    ExpansionCause::Macro => file = span.file,
                    ExpansionCause::Include => break,
                }
            }
            // Statements of one file come one after the other.
            if last.0 != Some(file) {
                last = (Some(file), index(file));
            }
            last.1
        };
        self.program.lines.iter().map(owner).collect()
    }

    /// The addresses of statements of handed-in files, of those that are accepted.
    fn ranges(
        &self,
        accepts: impl Fn(&CodeLine, usize) -> bool,
    ) -> impl Iterator<Item = Range<u32>> {
        let lines = self.program.lines.iter().zip(&self.owners);
        lines.filter_map(move |(line, owner)| {
            let accepted = owner.is_some_and(|file| accepts(line, file));
            accepted.then(|| line.address..line.address.saturating_add(line.size))
        })
    }

    /// The sides of the code. What is outside of the program's own code, such as code that it writes
    /// itself, is not the course's.
    fn sides(&self) -> CodeSides {
        let mut ranges: Vec<Range<u32>> = self.ranges(|_, _| true).collect();
        let segments = self.program.image.segments.iter();
        let mut code: Vec<Range<u32>> = segments
            .filter(|segment| segment.access.execute && segment.size > 0)
            .map(|segment| segment.address..segment.end())
            .collect();
        code.sort_by_key(|range| range.start);
        let mut from = 0;
        for range in code {
            ranges.push(from..range.start.max(from));
            from = from.max(range.end);
        }
        ranges.push(from..u32::MAX);
        CodeSides::new(ranges)
    }

    /// The functions of the course, by address: those that its files declare for others, and those
    /// that its code calls. The program itself is none.
    fn functions(&self, sides: &CodeSides) -> Vec<u32> {
        let image = &self.program.image;
        let declared = self.declared();
        let symbols = image.symbols.iter().filter(|symbol| !symbol.absolute);
        let symbols = symbols.filter(|symbol| declared.contains(symbol.name.as_str()));
        let mut functions: Vec<u32> = symbols.map(|symbol| symbol.address).collect();
        for line in self.program.lines.iter().filter(|line| line.code) {
            if sides.of(line.address) == CodeSide::Outer {
                add_called_by(line, image, self.desc, &mut functions);
            }
        }
        functions.retain(|at| sides.of(*at) == CodeSide::Outer && *at != image.entry);
        functions.sort_unstable();
        functions.dedup();
        functions
    }

    /// The names that the course's own files declare as global. What a handed-in file declares does
    /// not make a label of the course a function.
    fn declared(&self) -> FxHashSet<&'a str> {
        // A text after macros has the name of its source, and what it includes in it.
        let mut seen = FxHashSet::default();
        let files = self.sources.files();
        let files = files.filter(|file| seen.insert(self.sources.name(*file)));
        let files: Vec<FileId> = files
            .filter(|file| self.files.iter().all(|(handed_in, _)| handed_in != file))
            .collect();
        let texts = files.into_iter().map(|file| self.sources.text(file));
        texts.flat_map(global_names).collect()
    }

    /// Words of arguments of functions, as far as the course says so.
    fn args(&self, contract: &Contract) -> FxHashMap<u32, u32> {
        let symbols = self.program.image.symbols.iter();
        let functions = symbols.filter(|symbol| !symbol.absolute);
        let words = functions.filter_map(|symbol| {
            let count = contract.args(symbol.address)?;
            contract
                .args_are_certain(symbol.address)
                .then_some((symbol.address, count))
        });
        words.collect()
    }
}

/// The names that a text declares as global.
fn global_names(text: &str) -> impl Iterator<Item = &str> {
    let found = memmem::find_iter(text.as_bytes(), ".glob");
    let lines = found.filter_map(|at| {
        let (before, rest) = text.split_at_checked(at)?;
        let begin = before.rsplit('\n').next()?;
        begin.trim_start().is_empty().then(|| rest.lines().next())?
    });
    lines
        .flat_map(|line| line.split([' ', '\t', ',']).skip(1))
        .filter(|name| !name.is_empty())
}

/// Adds the functions that a statement calls directly.
fn add_called_by(line: &CodeLine, image: &Image, desc: &'static IsaDesc, called: &mut Vec<u32>) {
    let mut pc = line.address;
    while pc.wrapping_sub(line.address) < line.size {
        let Some(decoded) = word_at(image, pc).and_then(|word| desc.decode_any(word)) else {
            break;
        };
        let row = &desc.rows[decoded.row];
        if row.class == Class::Jump && !row.leaves(decoded.word) {
            called.push(row.predecode(decoded.word, pc).imm());
        }
        pc = pc.wrapping_add(decoded.len.into());
    }
}

fn word_at(image: &Image, pc: u32) -> Option<u32> {
    let mut segments = image.segments.iter();
    let segment = segments.find(|segment| (segment.address..segment.end()).contains(&pc))?;
    let there = segment.bytes.get((pc - segment.address) as usize..)?;
    let (word, _) = first_word(there);
    Some(match image.big_endian {
        true => u32::from_be_bytes(word),
        false => u32::from_le_bytes(word),
    })
}

/// Makes instructions unreadable. Data between them stays readable, and is not executable.
pub(crate) fn hide_code(image: &mut Image, program: &Program) {
    let data: Vec<Range<u32>> = program
        .lines
        .iter()
        .filter(|line| !line.code && line.size > 0)
        .map(|line| line.address..line.address.saturating_add(line.size))
        .collect();
    let mut segments = Vec::new();
    for segment in image.segments.drain(..) {
        if !segment.access.execute {
            segments.push(segment);
            continue;
        }
        let mut from = segment.address;
        let inside = data
            .iter()
            .filter(|range| segment.address <= range.start && range.end <= segment.end());
        for range in inside {
            if range.start < from {
                continue;
            }
            segments.extend(part(&segment, from..range.start, true));
            segments.extend(part(&segment, range.clone(), false));
            from = range.end;
        }
        segments.extend(part(&segment, from..segment.end(), true));
    }
    image.segments = segments;
}

/// A part of a segment, if there is something in it.
fn part(segment: &Segment, range: Range<u32>, code: bool) -> Option<Segment> {
    let offset = |at: u32| ((at - segment.address) as usize).min(segment.bytes.len());
    (!range.is_empty()).then(|| Segment {
        address: range.start,
        size: range.end - range.start,
        bytes: segment.bytes[offset(range.start)..offset(range.end)].to_vec(),
        access: Access {
            read: !code && segment.access.read,
            execute: code,
            ..segment.access
        },
        ..segment.clone()
    })
}
