//! The law of patches: with the patch of a diagnostic, less is wrong with a program, and nothing else.
//!
//! The mistakes are made in the bundled programs of both machines, one at a time: what people
//! misspell, forget and mix up.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use assembler::{
    AssembleOptions, Assembly, FsLoader, LoadError, Loader, MARS, MainFile, SourceFile,
    SourceRequest, VENUS, assemble,
};
use diag::Patch;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// At least as many mistakes of each machine.
const MISTAKES: usize = 400;
/// The largest program that mistakes are made in.
const LARGEST: u64 = 6_000;
/// As many mistakes of one kind are made in one program.
const OF_A_KIND: usize = 3;

/// A way to get a line wrong; nothing if the line has no room for it.
type Mistake = fn(&Words<'_>) -> Option<String>;

/// Every kind of mistake.
const MISTAKE_KINDS: &[(&str, Mistake)] = &[
    ("letter missing in the mnemonic", |w| {
        w.with_name(&without_char(w.name, 1)?)
    }),
    ("letter doubled in the mnemonic", |w| {
        w.with_name(&format!("{}{}", w.name, w.name.chars().last()?))
    }),
    ("letters swapped in the mnemonic", |w| {
        w.with_name(&swapped(w.name)?)
    }),
    ("letters swapped in the directive", |w| {
        let directive = w.directive()?;
        Some(w.line.replacen(directive, &swapped(directive)?, 1))
    }),
    ("directive without its dot", |w| {
        let directive = w.directive()?;
        Some(w.line.replacen(directive, &directive[1..], 1))
    }),
    ("register in upper case", |w| {
        let register = w.operands.iter().find(|o| w.is_register(o))?;
        w.with_operand(register, &register.to_uppercase())
    }),
    ("two registers in upper case", |w| {
        let all: Vec<String> = w.operands.iter().map(|o| o.to_uppercase()).collect();
        let registers = w.operands.iter().filter(|o| w.is_register(o)).count();
        (registers > 1 && registers == all.len()).then(|| w.with_operands(&all))
    }),
    ("register of the other machine", |w| {
        let register = w.operands.iter().find(|o| w.is_register(o))?;
        let other = match register.strip_prefix('$') {
            Some(bare) => bare.to_owned(),
            None => format!("${register}"),
        };
        w.with_operand(register, &other)
    }),
    ("last letter of a label missing", |w| {
        let label = w.operands.iter().find(|o| w.is_label(o))?;
        w.with_operand(label, &without_char(label, label.len() - 1)?)
    }),
    ("number instead of a register", |w| {
        let last = w.operands.last().filter(|o| w.is_register(o))?;
        (w.operands.len() == 3).then(|| w.with_last(last, "5"))
    }),
    ("register instead of a number", |w| {
        let last = w.operands.last().filter(|o| is_number(o))?;
        let register = w.operands.first().filter(|o| w.is_register(o))?;
        Some(w.with_last(last, register))
    }),
    ("operands in another order", |w| {
        let mut all: Vec<String> = w.operands.iter().map(|o| (*o).to_owned()).collect();
        let last = all.pop()?;
        all.insert(0, last);
        (all.len() > 1).then(|| w.with_operands(&all))
    }),
    ("last operand missing", |w| {
        let (_, rest) = w
            .operands
            .split_last()
            .filter(|(_, rest)| !rest.is_empty())?;
        let rest: Vec<String> = rest.iter().map(|o| (*o).to_owned()).collect();
        Some(w.with_operands(&rest))
    }),
    ("first operand missing", |w| {
        let (_, rest) = w
            .operands
            .split_first()
            .filter(|(_, rest)| !rest.is_empty())?;
        let rest: Vec<String> = rest.iter().map(|o| (*o).to_owned()).collect();
        Some(w.with_operands(&rest))
    }),
    ("one operand too many", |w| {
        (!w.operands.is_empty()).then(|| format!("{}, 4", w.code()))
    }),
    ("number out of range", |w| {
        let last = w.operands.last().filter(|o| is_number(o))?;
        (w.operands.len() == 3).then(|| w.with_last(last, "99999"))
    }),
    ("offset out of range", |w| {
        let (at, base) = w.memory()?;
        w.with_operand(at, &format!("123456({base})"))
    }),
    ("memory in brackets", |w| {
        let (at, base) = w.memory()?;
        w.with_operand(at, &format!("[{base}]"))
    }),
    ("memory without parentheses", |w| {
        let (at, base) = w.memory()?;
        w.with_operand(at, base)
    }),
    ("memory the wrong way round", |w| {
        let (at, base) = w.memory()?;
        let offset = at.split('(').next()?;
        w.with_operand(at, &format!("{base}({offset})"))
    }),
    ("parenthesis missing", |w| {
        let (at, _) = w.memory()?;
        w.with_operand(at, at.strip_suffix(')')?)
    }),
    ("comment with slashes", |w| {
        (!w.name.is_empty()).then(|| format!("{} // remember this", w.code()))
    }),
    ("semicolon", |w| {
        (!w.name.is_empty()).then(|| format!("{};", w.code()))
    }),
    ("number sign before a number", |w| {
        let last = w.operands.last().filter(|o| is_number(o))?;
        Some(w.with_last(last, &format!("#{last}")))
    }),
    ("percent sign before a register", |w| {
        let register = w.operands.iter().find(|o| w.is_register(o))?;
        w.with_operand(register, &format!("%{register}"))
    }),
    ("colon missing", |w| {
        let label = w.line.trim_end().strip_suffix(':')?;
        Some(label.to_owned())
    }),
    ("colon too many", |w| {
        let last = w.operands.last().filter(|o| w.is_label(o))?;
        Some(w.with_last(last, &format!("{last}:")))
    }),
    ("quote missing", |w| {
        let end = w
            .line
            .rfind('"')
            .filter(|end| w.line.find('"') != Some(*end))?;
        Some(w.line[..end].to_owned())
    }),
    ("quotes of a character", |w| {
        w.directive()?;
        (w.line.matches('"').count() == 2).then(|| w.line.replace('"', "'"))
    }),
    ("assignment", |w| {
        let copies = ["li", "mv", "move"].contains(&w.name) && w.operands.len() == 2;
        copies.then(|| format!("    {} = {}", w.operands[0], w.operands[1]))
    }),
    ("sum as in C", |w| {
        let [rd, a, b] = w.operands[..] else {
            return None;
        };
        let adds = ["add", "addi", "addu", "addiu"].contains(&w.name);
        adds.then(|| format!("    {rd} = {a} + {b}"))
    }),
    ("step as in C", |w| {
        let [rd, a, b] = w.operands[..] else {
            return None;
        };
        (w.name.starts_with("addi") && rd == a).then(|| format!("    {rd} += {b}"))
    }),
    ("word of another machine", |w| {
        let others = [
            ("move", "mv"),
            ("mv", "mov"),
            ("j", "jmp"),
            ("ret", "return"),
            ("li", "mov"),
            ("addi", "addiw"),
            ("add", "addw"),
            ("syscall", "ecall"),
            ("ecall", "syscall"),
            (".word", ".int"),
        ];
        let (_, other) = others.iter().find(|(own, _)| *own == w.name)?;
        w.with_name(other)
    }),
    ("no-break space", |w| {
        (!w.name.is_empty()).then(|| {
            w.line
                .replacen(&format!("{} ", w.name), &format!("{}\u{a0}", w.name), 1)
        })
    }),
    ("label in capitals", |w| {
        let label = w.operands.iter().find(|o| w.is_label(o))?;
        w.with_operand(label, &label.to_uppercase())
    }),
];

/// A line, taken apart.
struct Words<'a> {
    line: &'a str,
    name: &'a str,
    operands: Vec<&'a str>,
    options: &'a AssembleOptions,
}

impl<'a> Words<'a> {
    fn of(line: &'a str, options: &'a AssembleOptions) -> Self {
        let code = line.split('#').next().unwrap_or("").trim();
        let code = code.split_once(": ").map_or(code, |(_, code)| code.trim());
        let (name, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
        let is_name = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
        let quoted = rest.contains(['"', '\'']);
        let operands = rest
            .split(',')
            .map(str::trim)
            .filter(|o| !o.is_empty() && !quoted);
        Words {
            line,
            name: if is_name(name) { name } else { "" },
            operands: operands.collect(),
            options,
        }
    }

    fn code(&self) -> &str {
        self.line.split('#').next().unwrap_or("").trim_end()
    }

    fn directive(&self) -> Option<&'a str> {
        Some(self.name).filter(|name| name.starts_with('.') && name.len() > 3)
    }

    fn is_register(&self, operand: &str) -> bool {
        let mut registers = self.options.isa.registers.iter();
        registers.any(|register| register.names().any(|name| name == operand))
    }

    fn is_label(&self, operand: &str) -> bool {
        let word = operand
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_');
        word && operand.len() > 4 && !is_number(operand) && !self.name.starts_with('.')
    }

    /// The operand that is memory, and its base.
    fn memory(&self) -> Option<(&'a str, &'a str)> {
        let at = self
            .operands
            .iter()
            .find(|o| o.ends_with(')') && !o.contains('%'))?;
        let base = at.split_once('(')?.1.strip_suffix(')')?;
        self.is_register(base).then_some((*at, base))
    }

    fn with_name(&self, name: &str) -> Option<String> {
        let fits = self.name.len() > 1 && !self.name.starts_with('.');
        fits.then(|| self.line.replacen(self.name, name, 1))
    }

    fn with_operand(&self, operand: &str, new: &str) -> Option<String> {
        let at = self.line.find(self.name)? + self.name.len();
        let (before, after) = self.line.split_at(at);
        (operand != new).then(|| format!("{before}{}", after.replacen(operand, new, 1)))
    }

    fn with_last(&self, operand: &str, new: &str) -> String {
        let code = self.code();
        let at = code.len() - operand.len();
        format!("{}{new}", &code[..at])
    }

    fn with_operands(&self, operands: &[String]) -> String {
        format!("    {} {}", self.name, operands.join(", "))
    }
}

fn is_number(operand: &str) -> bool {
    operand.trim_start_matches('-').parse::<i32>().is_ok()
}

fn without_char(word: &str, at: usize) -> Option<String> {
    let (before, after) = word.split_at_checked(at)?;
    let rest = after.get(1..)?;
    (word.len() > 2).then(|| format!("{before}{rest}"))
}

fn swapped(word: &str) -> Option<String> {
    let mut chars: Vec<char> = word.chars().collect();
    let at = chars.len().checked_sub(2).filter(|at| *at > 0)?;
    chars.swap(at, at + 1);
    Some(chars.into_iter().collect::<String>()).filter(|new| new != word)
}

/// Files of the disk, one of them changed.
struct Changed<'a> {
    files: FsLoader,
    path: &'a str,
    text: &'a str,
}

impl Loader for Changed<'_> {
    fn load(&mut self, request: &SourceRequest<'_>) -> Result<SourceFile, LoadError> {
        let mut file = self.files.load(request)?;
        if file.name == self.path {
            file.text = self.text.as_bytes().to_vec();
        }
        Ok(file)
    }
}

fn assembled(path: &str, text: &str, options: &AssembleOptions) -> Assembly {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = FsLoader::new(folder);
    let main = MainFile::Path(path.to_owned());
    assemble(main, &[], options, &mut Changed { files, path, text })
}

/// What is wrong, wherever it is. That there is nothing to run is only said if nothing else is
/// wrong.
fn wrong(assembly: &Assembly) -> Vec<(&'static str, String)> {
    let all = assembly
        .diagnostics
        .iter()
        .map(|d| (d.code.0, d.title.clone()));
    let mut all: Vec<_> = all.filter(|d| d.0 != "W0403").collect();
    all.sort_unstable();
    all
}

fn apply(text: &str, patch: &Patch) -> String {
    let (start, end) = (patch.span.start as usize, patch.span.end as usize);
    format!("{}{}{}", &text[..start], patch.replacement, &text[end..])
}

/// How many mistakes of a kind there were, in how many there is a patch, and how many patches make
/// the program that it was.
#[derive(Default)]
struct Count {
    mistakes: usize,
    patched: usize,
    restored: usize,
}

#[track_caller]
fn check(
    path: &str,
    text: &str,
    line: &str,
    options: &AssembleOptions,
    original: &Assembly,
) -> Option<Count> {
    let before = assembled(path, text, options);
    if before.diagnostics.is_empty() {
        return None;
    }
    let mut count = Count {
        mistakes: 1,
        ..Count::default()
    };
    let patched = before
        .diagnostics
        .iter()
        .filter_map(|d| Some((d, d.patch.as_ref()?)));
    for (diagnostic, patch) in patched {
        assert_eq!(before.sources.name(patch.span.file), path, "{line}");
        let mended = assembled(path, &apply(text, patch), options);
        let (old, mut new) = (wrong(&before), wrong(&mended));
        assert!(
            new.len() < old.len(),
            "{path}: `{line}`: {diagnostic:#?}\n{new:#?}"
        );
        new.retain(|one| !old.contains(one));
        assert!(
            new.is_empty(),
            "{path}: `{line}`: {diagnostic:#?}\n{new:#?}"
        );
        count.patched = 1;
        let image =
            |assembly: &Assembly| assembly.program.as_ref().map(|p| p.image.segments.clone());
        if image(&mended).is_some() && image(&mended) == image(original) {
            count.restored = 1;
        }
    }
    Some(count)
}

fn programs(folder: &str, extension: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut open = vec![root.join(folder)];
    let mut found: Vec<PathBuf> = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let (path, size) = (entry.path(), entry.metadata().unwrap().len());
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == extension)
                && (300..LARGEST).contains(&size)
            {
                found.push(path);
            }
        }
    }
    let path = |found: &PathBuf| {
        let path = found.strip_prefix(&root).unwrap().to_str().unwrap();
        path.replace('\\', "/")
    };
    let mut found: Vec<String> = found.iter().map(path).collect();
    found.sort();
    found
}

/// The table of what became of the mistakes, and how many there were.
fn law(folder: &str, extension: &str, options: &AssembleOptions) -> (usize, usize, usize) {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    for path in programs(folder, extension) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let Ok(text) = fs::read_to_string(root.join(&path)) else {
            continue;
        };
        let original = assembled(&path, &text, options);
        if !original.diagnostics.is_empty() {
            continue;
        }
        let lines: Vec<&str> = text.lines().collect();
        for (shift, (kind, mistake)) in MISTAKE_KINDS.iter().enumerate() {
            let mut made = 0;
            // Another kind begins with other lines.
            for step in 0..lines.len() {
                let at = (step * 7 + shift * 3) % lines.len();
                let wrong = mistake(&Words::of(lines[at], options)).filter(|new| new != lines[at]);
                let Some(wrong) = wrong else { continue };
                let mut changed = lines.clone();
                changed[at] = &wrong;
                let changed = changed.join("\n") + "\n";
                let Some(one) = check(&path, &changed, &wrong, options, &original) else {
                    continue;
                };
                let count = counts.entry(kind).or_default();
                count.mistakes += one.mistakes;
                count.patched += one.patched;
                count.restored += one.restored;
                made += 1;
                if made == OF_A_KIND {
                    break;
                }
            }
        }
        if counts.values().map(|count| count.mistakes).sum::<usize>() >= MISTAKES {
            break;
        }
    }
    println!(
        "{:<40}{:>9}{:>9}{:>9}",
        "mistake", "made", "patched", "restored"
    );
    for (kind, count) in &counts {
        println!(
            "{kind:<40}{:>9}{:>9}{:>9}",
            count.mistakes, count.patched, count.restored
        );
    }
    let sum = |of: fn(&Count) -> usize| counts.values().map(of).sum();
    (sum(|c| c.mistakes), sum(|c| c.patched), sum(|c| c.restored))
}

#[test]
fn patches_of_riscv_work() {
    let options = AssembleOptions::new(&rv32::DESC, &VENUS);
    let (mistakes, patched, restored) = law("asm/rv32", "s", &options);
    assert!(mistakes >= MISTAKES, "{mistakes}");
    assert!(patched * 100 >= mistakes * 75, "{patched} of {mistakes}");
    assert!(restored * 100 >= mistakes * 65, "{restored} of {mistakes}");
}

#[test]
fn patches_of_mips_work() {
    let options = AssembleOptions::new(&mips32::DESC, &MARS);
    let (mistakes, patched, restored) = law("asm/mips32", "asm", &options);
    assert!(mistakes >= MISTAKES, "{mistakes}");
    assert!(patched * 100 >= mistakes * 75, "{patched} of {mistakes}");
    assert!(restored * 100 >= mistakes * 65, "{restored} of {mistakes}");
}
