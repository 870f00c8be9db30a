//! What someone does to a copy who wants not to be found. Each keeps what the code does.

use super::code::{Code, Dice, Function, Line, Machine, Solution, SourceFile};
use super::student::solution;
use std::collections::BTreeMap;

type Disguise = fn(&mut Solution, &mut Dice);

/// Every disguise, with its name in the table.
pub(crate) const DISGUISES: [(&str, Disguise); 27] = [
    ("other names of labels", labels),
    ("other temporaries", temporaries),
    ("registers by number (`x5`, `$8`)", numbered),
    ("other saved registers", saved),
    ("other frame layout and order of saves", frames),
    ("independent instructions reordered", reordered),
    ("order of functions", functions),
    ("a `nop` every few instructions", nops),
    ("dead moves", dead_moves),
    ("equivalent instructions", equivalent),
    ("operands swapped", swapped),
    ("branches inverted", inverted),
    ("pieces moved into functions of their own", outlined),
    ("called functions inlined", inlined),
    ("comments, blank lines, capitals", looks),
    ("constants by name (`.eqv`)", constants),
    ("three of eight files copied", some_files),
    (
        "three of eight, with other registers and labels",
        some_files_renamed,
    ),
    ("all in one file", joined),
    ("a file for each function", split),
    ("loops unrolled by one", unrolled),
    ("functions that nobody calls", junk),
    ("blocks shuffled, with jumps between", shuffled),
    ("numbers and steps in two parts", two_parts),
    ("three instructions of one's own", own_three),
    ("three disguises at once", three),
    ("six disguises at once", six),
];

/// A copy in this disguise.
pub(crate) fn copy(of: &Solution, disguise: usize, seed: u64) -> Solution {
    let mut dice = Dice::new(seed);
    let mut copy = of.clone();
    copy.look.seed = seed;
    DISGUISES[disguise].1(&mut copy, &mut dice);
    copy
}

fn each_function(copy: &mut Solution) -> impl Iterator<Item = &mut Function> {
    copy.files.iter_mut().flat_map(|file| &mut file.functions)
}

/// Every instruction becomes these.
fn rewrite(function: &mut Function, mut by: impl FnMut(Code) -> Vec<Line>) {
    let lines = std::mem::take(&mut function.lines);
    function.lines = lines
        .into_iter()
        .flat_map(|line| match line {
            Line::Code(code) => by(code),
            other => vec![other],
        })
        .collect();
}

fn code(text: &str) -> Line {
    Line::Code(Code::read(text))
}

fn labels(copy: &mut Solution, dice: &mut Dice) {
    for function in each_function(copy) {
        let names = function.lines.iter().filter_map(|line| match line {
            Line::Label(label) => Some((
                label.clone(),
                format!("q{}_{}", dice.below(100_000), function.name.len()),
            )),
            _ => None,
        });
        let names: BTreeMap<String, String> = names.collect();
        rename(function, &names);
    }
}

fn rename(function: &mut Function, names: &BTreeMap<String, String>) {
    let new = |old: &mut String| {
        if let Some(name) = names.get(old) {
            old.clone_from(name);
        }
    };
    for line in &mut function.lines {
        match line {
            Line::Label(label) => new(label),
            Line::Code(code) => code.args.iter_mut().for_each(new),
            Line::Raw(_) => {}
        }
    }
}

fn permuted(copy: &mut Solution, dice: &mut Dice, bank: char, count: usize) {
    for function in each_function(copy) {
        let old: Vec<String> = (0..count).map(|k| format!("{bank}{k}")).collect();
        let mut new = old.clone();
        dice.shuffle(&mut new);
        let names = old.into_iter().zip(new).collect();
        rename(function, &names);
    }
}

fn temporaries(copy: &mut Solution, dice: &mut Dice) {
    permuted(copy, dice, 'T', 7);
}

fn saved(copy: &mut Solution, dice: &mut Dice) {
    permuted(copy, dice, 'S', 7);
}

fn numbered(copy: &mut Solution, _: &mut Dice) {
    copy.look.numbered = true;
}

fn frames(copy: &mut Solution, dice: &mut Dice) {
    for function in each_function(copy) {
        let is_frame = |code: &Code| code.args.last().is_some_and(|base| base == "SP");
        let mut offsets: Vec<String> = function
            .codes()
            .filter(|code| is_frame(code) && code.args.len() == 3 && !code.name.starts_with("add"))
            .map(|code| code.args[1].clone())
            .collect();
        offsets.sort();
        offsets.dedup();
        let more = 4 * (1 + dice.below(4));
        let mut others: Vec<String> = offsets
            .iter()
            .map(|at| (at.parse::<usize>().unwrap_or(0) + more).to_string())
            .collect();
        dice.shuffle(&mut others);
        let places: BTreeMap<String, String> = offsets.into_iter().zip(others).collect();
        for line in &mut function.lines {
            let Line::Code(code) = line else { continue };
            if code.name == "addi" && code.args[0] == "SP" {
                let size: i32 = code.args[2].parse().unwrap_or(0);
                code.args[2] = (size + size.signum() * 32).to_string();
            } else if let Some(place) = is_frame(code)
                .then(|| code.args.get(1))
                .flatten()
                .and_then(|at| places.get(at))
            {
                code.args[1].clone_from(place);
            }
        }
    }
    swap_neighbours(copy, dice, |code| {
        code.args.last().is_some_and(|base| base == "SP")
    });
}

fn reordered(copy: &mut Solution, dice: &mut Dice) {
    swap_neighbours(copy, dice, |_| true);
}

/// Swaps neighbours that do not depend on each other, many times.
fn swap_neighbours(copy: &mut Solution, dice: &mut Dice, wanted: impl Fn(&Code) -> bool) {
    for function in each_function(copy) {
        for _ in 0..function.lines.len() * 4 {
            let at = dice.below(function.lines.len().saturating_sub(1));
            if let [Line::Code(a), Line::Code(b)] = &function.lines[at..at + 2]
                && wanted(a)
                && wanted(b)
                && are_independent(a, b)
            {
                function.lines.swap(at, at + 1);
            }
        }
    }
}

fn are_independent(a: &Code, b: &Code) -> bool {
    // On RISC-V the first result is the first argument.
    let same = |x: &str, y: &str| {
        x == y
            || [x, y] == ["A0", "V0"]
            || [x, y] == ["V0", "A0"]
            || [x, y] == ["A1", "V1"]
            || [x, y] == ["V1", "A1"]
    };
    let touches = |a: &Code, b: &Code| {
        a.sets().is_some_and(|set| {
            b.reads().any(|read| same(read, set)) || b.sets().is_some_and(|other| same(other, set))
        })
    };
    let moves_stack = |code: &Code| code.sets() == Some("SP");
    !(a.is_jump()
        || b.is_jump()
        || touches(a, b)
        || touches(b, a)
        || moves_stack(a)
        || moves_stack(b))
        && !(a.is_store() && (b.is_load() || b.is_store()) && !are_slots(a, b))
        && !(b.is_store() && a.is_load() && !are_slots(a, b))
}

/// Two places of one frame.
fn are_slots(a: &Code, b: &Code) -> bool {
    let both = |code: &Code| code.args.get(2).is_some_and(|base| base == "SP");
    both(a) && both(b) && a.args[1] != b.args[1]
}

fn functions(copy: &mut Solution, dice: &mut Dice) {
    for file in &mut copy.files {
        file.functions.reverse();
        dice.shuffle(&mut file.functions);
    }
}

fn nops(copy: &mut Solution, dice: &mut Dice) {
    for function in each_function(copy) {
        let mut left = 2;
        rewrite(function, |code| {
            left -= 1;
            if left > 0 {
                return vec![Line::Code(code)];
            }
            left = 2 + dice.below(4);
            let nop = *dice.pick(&[
                "nop",
                "addi Z, Z, 0",
                "add Z, Z, Z",
                "mv T0, T0",
                "addi T1, T1, 0",
                "or T2, T2, Z",
            ]);
            vec![self::code(nop), Line::Code(code)]
        });
    }
}

fn dead_moves(copy: &mut Solution, dice: &mut Dice) {
    for function in each_function(copy) {
        let free = free_register(function);
        rewrite(function, |code| {
            let from = code
                .reads()
                .find(|read| read.starts_with(['T', 'S', 'A']))
                .map(str::to_owned);
            match (from, dice.chance(35)) {
                (Some(from), true) => {
                    let dead = match dice.below(3) {
                        0 => format!("mv {free}, {from}"),
                        1 => format!("addi {free}, {from}, {}", dice.below(64)),
                        _ => format!("add {free}, {from}, {from}"),
                    };
                    vec![self::code(&dead), Line::Code(code)]
                }
                _ => vec![Line::Code(code)],
            }
        });
    }
}

/// A temporary that the function does not use.
fn free_register(function: &Function) -> String {
    let used = |name: &str| {
        function
            .codes()
            .any(|code| code.args.iter().any(|arg| arg == name))
    };
    let names = (0..7)
        .map(|k| format!("T{k}"))
        .chain((0..3).map(|k| format!("X{k}")));
    names
        .into_iter()
        .find(|name| !used(name))
        .unwrap_or_else(|| "X2".to_owned())
}

fn equivalent(copy: &mut Solution, dice: &mut Dice) {
    let machine = copy.machine;
    for function in each_function(copy) {
        rewrite(function, |code| {
            let a = code.args.clone();
            let number = |k: usize| a.get(k).and_then(|text| text.parse::<i32>().ok());
            let text = match (code.name.as_str(), a.len()) {
                ("mv", 2) => match dice.below(4) {
                    0 => format!("addi {}, {}, 0", a[0], a[1]),
                    1 => format!("add {}, {}, Z", a[0], a[1]),
                    2 => format!("or {}, Z, {}", a[0], a[1]),
                    _ => format!("sub {}, {}, Z", a[0], a[1]),
                },
                ("li", 2) if number(1) == Some(2048) => {
                    return match machine {
                        Machine::RiscV => vec![
                            self::code(&format!("lui {}, 1", a[0])),
                            self::code(&format!("addi {}, {}, -2048", a[0], a[0])),
                        ],
                        Machine::Mips => vec![
                            self::code(&format!("lui {}, 0", a[0])),
                            self::code(&format!("ori {}, {}, 2048", a[0], a[0])),
                        ],
                    };
                }
                ("li", 2) if number(1).is_some() => format!("addi {}, Z, {}", a[0], a[1]),
                ("beqz", 2) => format!("beq Z, {}, {}", a[0], a[1]),
                ("bnez", 2) => format!("bne {}, Z, {}", a[0], a[1]),
                ("blez", 2) => format!("bge Z, {}, {}", a[0], a[1]),
                ("bgtz", 2) => format!("blt Z, {}, {}", a[0], a[1]),
                ("bltz", 2) => format!("blt {}, Z, {}", a[0], a[1]),
                ("slli", 3) if number(2) == Some(1) => format!("add {}, {}, {}", a[0], a[1], a[1]),
                ("seqz", 2) => format!("sltiu {}, {}, 1", a[0], a[1]),
                ("snez", 2) => format!("sltu {}, Z, {}", a[0], a[1]),
                _ => return vec![Line::Code(code)],
            };
            vec![self::code(&text)]
        });
    }
}

fn swapped(copy: &mut Solution, _: &mut Dice) {
    for function in each_function(copy) {
        for line in &mut function.lines {
            let Line::Code(code) = line else { continue };
            let other = match (code.name.as_str(), code.args.len()) {
                ("add" | "and" | "or" | "xor" | "mul", 3) => {
                    code.args.swap(1, 2);
                    continue;
                }
                ("beq" | "bne", 3) => code.name.clone(),
                ("blt", 3) => "bgt".to_owned(),
                ("bge", 3) => "ble".to_owned(),
                ("bltu", 3) => "bgtu".to_owned(),
                ("bgeu", 3) => "bleu".to_owned(),
                ("bleu", 3) => "bgeu".to_owned(),
                _ => continue,
            };
            code.name = other;
            code.args.swap(0, 1);
        }
    }
}

fn inverted(copy: &mut Solution, dice: &mut Dice) {
    const OPPOSITES: [(&str, &str); 6] = [
        ("beq", "bne"),
        ("blt", "bge"),
        ("bltu", "bgeu"),
        ("bgt", "ble"),
        ("bgtu", "bleu"),
        ("beqz", "bnez"),
    ];
    const SIGNS: [(&str, &str); 2] = [("blez", "bgtz"), ("bltz", "bgez")];
    for function in each_function(copy) {
        let mut number = dice.below(10_000);
        let name = function.name.clone();
        rewrite(function, |mut code| {
            let pairs = OPPOSITES.iter().chain(&SIGNS);
            let other = pairs
                .flat_map(|(a, b)| [(*a, *b), (*b, *a)])
                .find(|(a, _)| *a == code.name);
            match other {
                Some((_, other)) if dice.chance(70) => {
                    number += 1;
                    let skip = format!("{name}_not{number}");
                    let to = code.args.pop().unwrap_or_default();
                    code.args.push(skip.clone());
                    code.name = other.to_owned();
                    vec![
                        Line::Code(code),
                        self::code(&format!("j {to}")),
                        Line::Label(skip),
                    ]
                }
                _ => vec![Line::Code(code)],
            }
        });
    }
}

fn outlined(copy: &mut Solution, dice: &mut Dice) {
    for file in &mut copy.files {
        let mut new = Vec::new();
        for function in &mut file.functions {
            if let Some(piece) = straight_piece(function, dice) {
                let name = format!("{}_part{}", function.name, dice.below(1000));
                let mut lines: Vec<Line> = function
                    .lines
                    .splice(
                        piece,
                        [
                            code("addi SP, SP, -16"),
                            code("sw RA, 12(SP)"),
                            Line::Code(Code::new("call", &[&name])),
                            code("lw RA, 12(SP)"),
                            code("addi SP, SP, 16"),
                        ],
                    )
                    .collect();
                lines.push(code("ret"));
                new.push(Function { name, lines });
            }
        }
        file.functions.extend(new);
    }
}

/// The longest run of instructions without jumps, labels and the stack.
fn straight_piece(function: &Function, dice: &mut Dice) -> Option<std::ops::Range<usize>> {
    let plain = |line: &Line| matches!(line, Line::Code(code) if !code.is_jump() && !code.args.iter().any(|arg| arg == "SP" || arg == "RA"));
    let mut best = 0..0;
    let mut begin = 0;
    for at in 0..=function.lines.len() {
        if at == function.lines.len() || !plain(&function.lines[at]) {
            if at - begin > best.len() {
                best = begin..at;
            }
            begin = at + 1;
        }
    }
    if best.len() > 5 && dice.chance(50) {
        best.end -= 1;
    }
    (best.len() >= 3).then_some(best)
}

fn inlined(copy: &mut Solution, _: &mut Dice) {
    let all: Vec<Function> = each_function(copy)
        .map(|function| function.clone())
        .collect();
    let mut number = 0;
    for function in each_function(copy) {
        let own = function.name.clone();
        rewrite(function, |code| {
            let callee = all.iter().find(|other| {
                code.name == "call" && other.name == code.args[0] && other.name != own
            });
            let Some(callee) = callee else {
                return vec![Line::Code(code)];
            };
            number += 1;
            let mut callee = callee.clone();
            let names = callee.lines.iter().filter_map(|line| match line {
                Line::Label(label) => Some((label.clone(), format!("{label}_in{number}"))),
                _ => None,
            });
            let names = names.collect();
            rename(&mut callee, &names);
            let after = format!("{own}_after{number}");
            rewrite(&mut callee, |code| match code.name.as_str() {
                "ret" => vec![Line::Code(Code::new("j", &[&after]))],
                _ => vec![Line::Code(code)],
            });
            callee.lines.push(Line::Label(after));
            callee.lines
        });
    }
}

fn looks(copy: &mut Solution, dice: &mut Dice) {
    copy.look.upper = true;
    copy.look.tabs = !copy.look.tabs;
    copy.look.comments = 80;
    for function in each_function(copy) {
        rewrite(function, |code| match dice.below(3) {
            0 => vec![Line::Raw(String::new()), Line::Code(code)],
            1 => vec![
                Line::Raw("# all of this is mine".to_owned()),
                Line::Code(code),
            ],
            _ => vec![Line::Code(code)],
        });
    }
}

fn constants(copy: &mut Solution, _: &mut Dice) {
    for file in &mut copy.files {
        let mut names = BTreeMap::new();
        for function in &mut file.functions {
            for line in &mut function.lines {
                let Line::Code(code) = line else { continue };
                let is_memory = super::code::MEMORY.contains(&code.name.as_str());
                for arg in code.args.iter_mut() {
                    if arg.parse::<i32>().is_ok() && !is_memory {
                        let name =
                            format!("N_{}_{}", file.stem, arg.replace('-', "m")).to_uppercase();
                        names.insert(name.clone(), arg.clone());
                        *arg = name;
                    }
                }
            }
        }
        let lines = names.iter().map(|(name, value)| match copy.machine {
            Machine::RiscV => format!(".equ {name}, {value}"),
            Machine::Mips => format!(".eqv {name} {value}"),
        });
        file.head.splice(0..0, lines.collect::<Vec<_>>());
    }
}

/// The others are one's own.
fn some_files(copy: &mut Solution, dice: &mut Dice) {
    let own = solution(copy.machine, 0x5eed_0000 + dice.below(1 << 30) as u64);
    let mut order: Vec<usize> = (0..copy.files.len()).collect();
    dice.shuffle(&mut order);
    for index in &order[3..] {
        copy.files[*index] = own.files[*index].clone();
    }
    copy.look = own.look;
}

fn some_files_renamed(copy: &mut Solution, dice: &mut Dice) {
    temporaries(copy, dice);
    saved(copy, dice);
    labels(copy, dice);
    some_files(copy, dice);
}

fn joined(copy: &mut Solution, dice: &mut Dice) {
    let mut files = std::mem::take(&mut copy.files);
    dice.shuffle(&mut files);
    copy.files = vec![SourceFile {
        stem: "merge".to_owned(),
        head: files.iter().flat_map(|file| file.head.clone()).collect(),
        functions: files.into_iter().flat_map(|file| file.functions).collect(),
        needs: Vec::new(),
    }];
}

fn split(copy: &mut Solution, _: &mut Dice) {
    let files = std::mem::take(&mut copy.files);
    for file in files {
        let mut head = file.head;
        let mut needs = file.needs;
        for function in file.functions {
            copy.files.push(SourceFile {
                stem: function.name.clone(),
                head: std::mem::take(&mut head),
                functions: vec![function],
                needs: std::mem::take(&mut needs),
            });
        }
    }
}

fn unrolled(copy: &mut Solution, dice: &mut Dice) {
    for function in each_function(copy) {
        let place = function.lines.iter().enumerate().find_map(|(at, line)| {
            let Line::Code(code) = line else { return None };
            let target = (code.name == "j").then(|| code.target()).flatten()?;
            let begin = function.lines[..at]
                .iter()
                .position(|line| *line == Line::Label(target.to_owned()))?;
            Some((begin, at))
        });
        let Some((begin, at)) = place else { continue };
        let number = dice.below(1000);
        let mut body = Function {
            name: String::new(),
            lines: function.lines[begin + 1..at].to_vec(),
        };
        let names = body.lines.iter().filter_map(|line| match line {
            Line::Label(label) => Some((label.clone(), format!("{label}_u{number}"))),
            _ => None,
        });
        let names = names.collect();
        rename(&mut body, &names);
        function.lines.splice(at..at, body.lines);
    }
}

fn junk(copy: &mut Solution, dice: &mut Dice) {
    let other = solution(copy.machine, 0xdead_0000 + dice.below(1 << 30) as u64);
    for (index, file) in copy.files.iter_mut().enumerate() {
        if dice.chance(60) {
            let mut function = other.files[(index + 3) % 7].functions[0].clone();
            let name = format!("unused{index}_{}", dice.below(1000));
            let names = function.lines.iter().filter_map(|line| match line {
                Line::Label(label) => Some((label.clone(), format!("{label}_{name}"))),
                _ => None,
            });
            let names = names.collect();
            rename(&mut function, &names);
            function.name = name;
            file.functions.push(function);
        }
    }
}

fn shuffled(copy: &mut Solution, dice: &mut Dice) {
    for function in each_function(copy) {
        let mut parts: Vec<Vec<Line>> = vec![Vec::new()];
        for line in std::mem::take(&mut function.lines) {
            if matches!(line, Line::Label(_)) && !parts[parts.len() - 1].is_empty() {
                parts.push(Vec::new());
            }
            let last = parts.len() - 1;
            parts[last].push(line);
        }
        // Each goes on where it did.
        for k in 0..parts.len() - 1 {
            let ends = matches!(parts[k].last(), Some(Line::Code(code)) if matches!(code.name.as_str(), "j" | "ret"));
            if let (false, Some(Line::Label(next))) = (ends, parts[k + 1].first().cloned()) {
                parts[k].push(Line::Code(Code::new("j", &[&next])));
            }
        }
        let (_, rest) = parts.split_at_mut(1);
        dice.shuffle(rest);
        function.lines = parts.concat();
    }
}

fn two_parts(copy: &mut Solution, dice: &mut Dice) {
    for function in each_function(copy) {
        rewrite(function, |code| {
            let number = code.args.last().and_then(|text| text.parse::<i32>().ok());
            match (code.name.as_str(), number) {
                ("addi", Some(number))
                    if number.abs() > 1 && code.args[0] != "SP" && code.args[1] != "Z" =>
                {
                    let part =
                        1 + dice.below(number.unsigned_abs() as usize - 1) as i32 * number.signum();
                    vec![
                        self::code(&format!("addi {}, {}, {part}", code.args[0], code.args[1])),
                        self::code(&format!("addi {0}, {0}, {1}", code.args[0], number - part)),
                    ]
                }
                ("li", Some(number)) if number > 3 && dice.chance(60) => {
                    let part = number / 2;
                    vec![
                        self::code(&format!("li {}, {part}", code.args[0])),
                        self::code(&format!("addi {0}, {0}, {1}", code.args[0], number - part)),
                    ]
                }
                _ => vec![Line::Code(code)],
            }
        });
    }
}

/// In each file three instructions that the original does not have.
pub(crate) fn own_three(copy: &mut Solution, dice: &mut Dice) {
    for file in &mut copy.files {
        for _ in 0..3 {
            let which = dice.below(file.functions.len());
            let function = &mut file.functions[which];
            let free = free_register(function);
            let at = dice.below(function.lines.len());
            let number = dice.below(2000);
            let line = match dice.below(4) {
                0 => format!("li {free}, {number}"),
                1 => format!("addi {free}, A0, {number}"),
                2 => format!("xori {free}, SP, {number}"),
                _ => format!("slli {free}, A1, {}", number % 31),
            };
            function.lines.insert(at, code(&line));
        }
    }
}

/// Those that can be worn together in any order.
fn several(copy: &mut Solution, dice: &mut Dice, count: usize) {
    let mut together: Vec<usize> = (0..25).filter(|k| ![16, 17, 18, 19].contains(k)).collect();
    dice.shuffle(&mut together);
    let mut chosen = together[..count].to_vec();
    // What depends on names comes after what gives them.
    chosen.sort_unstable_by_key(|k| (*k == 15, *k));
    for index in chosen {
        DISGUISES[index].1(copy, dice);
    }
}

fn three(copy: &mut Solution, dice: &mut Dice) {
    several(copy, dice, 3);
}

fn six(copy: &mut Solution, dice: &mut Dice) {
    several(copy, dice, 6);
}
