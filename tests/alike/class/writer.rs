//! A student who writes down one function: habits, names of registers and labels, loops, frames.

use super::code::{Code, Dice, Function, Line, Machine};
use std::collections::BTreeMap;

/// What one student does everywhere, more or less.
#[derive(Clone, Debug)]
pub(crate) struct Habits {
    pub(crate) machine: Machine,
    /// The loop that this one writes unless something speaks for another.
    pub(crate) loops: usize,
    /// Whether one place returns, or many do.
    pub(crate) one_exit: bool,
    /// Whether arguments are copied before they are used.
    pub(crate) copies: bool,
    /// How labels are called.
    pub(crate) labels: usize,
    /// How frames are laid out.
    pub(crate) frame: usize,
    /// Percent of places where an inverted or swapped form is written.
    pub(crate) twisted: usize,
}

/// What people call the same place.
const WORDS: [&[&str]; 9] = [
    &["loop", "lp", "for", "while", "start", "begin"],
    &["again", "repeat", "loop", "round", "top"],
    &["done", "end", "finish", "after", "stop", "fin", "endloop"],
    &["out", "ret", "leave", "finished", "back"],
    &[
        "next",
        "continue",
        "inc",
        "step",
        "cont",
        "skip",
        "increment",
    ],
    &["yes", "true", "one", "can", "possible"],
    &["found", "win", "won", "victory", "is2048"],
    &["taken", "occupied", "full", "notempty", "fail"],
    &["on", "go", "nope", "forward", "not"],
];

/// A loop over the elements of an array.
pub(crate) struct Loop<'a> {
    pub(crate) base: &'a str,
    pub(crate) count: &'a str,
    /// Bytes of an element as a shift.
    pub(crate) shift: usize,
    /// Whether it may go from the last to the first.
    pub(crate) back: bool,
    /// Whether the last one is left out: pairs of neighbours.
    pub(crate) pairs: bool,
}

pub(crate) struct Writer<'a> {
    pub(crate) habits: &'a Habits,
    pub(crate) dice: &'a mut Dice,
    name: String,
    lines: Vec<Line>,
    fixed: BTreeMap<String, String>,
    number: usize,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(name: &str, habits: &'a Habits, dice: &'a mut Dice) -> Self {
        Writer {
            habits,
            dice,
            name: name.to_owned(),
            lines: Vec::new(),
            fixed: BTreeMap::new(),
            number: 0,
        }
    }

    /// Instructions, separated by semicolons: `%x` is a temporary, `$x` a saved register, `@x` a
    /// label; a part that is a label alone defines it.
    pub(crate) fn put(&mut self, text: &str) {
        for part in text
            .split(';')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let line = match part.strip_prefix('@') {
                Some(label) => Line::Label(self.label(label)),
                None => {
                    let mut code = Code::read(part);
                    for arg in &mut code.args {
                        if let Some(label) = arg.strip_prefix('@') {
                            *arg = self.label(label);
                        }
                    }
                    Line::Code(code)
                }
            };
            self.lines.push(line);
        }
    }

    /// One of these, each of the same weight.
    pub(crate) fn one_of(&mut self, texts: &[&str]) {
        let text = *self.dice.pick(texts);
        self.put(text);
    }

    /// These parts in any order.
    pub(crate) fn in_any_order(&mut self, texts: &[&str]) {
        let mut texts = texts.to_vec();
        self.dice.shuffle(&mut texts);
        for text in texts {
            self.put(text);
        }
    }

    fn label(&self, label: &str) -> String {
        let name = &self.name;
        let words = WORDS.iter().find(|words| words[0] == label);
        let label = words.map_or(label, |words| words[self.habits.labels / 4 % words.len()]);
        match self.habits.labels % 4 {
            0 => format!("{name}_{label}"),
            1 => format!("{label}_{name}"),
            2 => format!("L_{label}_{name}"),
            _ => format!("{name}__{label}"),
        }
    }

    /// Returns a number.
    pub(crate) fn give(&mut self, number: i32) {
        match self.habits.one_exit {
            true => {
                self.put(&format!("li %result, {number}; j @exit"));
                self.number += 1;
            }
            false => self.put(&format!("li V0, {number}; ret")),
        }
    }

    /// A loop; the body gets the address of an element in a register.
    pub(crate) fn each(&mut self, over: &Loop<'_>, body: impl FnOnce(&mut Self, &str)) {
        let mut shape = match self.dice.chance(70) {
            true => self.habits.loops,
            false => self.dice.below(10),
        };
        if !over.back && matches!(shape, 6 | 7) {
            shape = self.dice.below(6);
        }
        let Loop {
            base, count, shift, ..
        } = over;
        let step = 1 << shift;
        let less = i32::from(over.pairs);
        let skip = less * step;
        match shape {
            // A pointer and the end.
            0 | 1 => {
                self.put(&format!("slli %end, {count}, {shift}"));
                self.one_of(&[
                    &format!("add %end, %end, {base}"),
                    &format!("add %end, {base}, %end"),
                ]);
                if over.pairs {
                    self.put(&format!("addi %end, %end, -{skip}"));
                }
                self.pointer(base);
                let test = *self.dice.pick(&[
                    "bgeu %p, %end, @done",
                    "beq %p, %end, @done",
                    "bge %p, %end, @done",
                ]);
                match shape {
                    0 => {
                        self.put(&format!("@loop; {test}"));
                        body(self, "%p");
                        self.put(&format!("@next; addi %p, %p, {step}; j @loop; @done"));
                    }
                    _ => {
                        self.put("j @test; @loop");
                        body(self, "%p");
                        self.put(&format!("@next; addi %p, %p, {step}; @test"));
                        self.one_of(&["bltu %p, %end, @loop; @done", "bne %p, %end, @loop; @done"]);
                    }
                }
            }
            // A pointer and what is left.
            2 | 3 => {
                self.pointer(base);
                self.put(&format!("addi %n, {count}, -{less}").replace("-0", "0"));
                match shape {
                    2 => {
                        self.put("@loop");
                        self.one_of(&["beqz %n, @done", "blez %n, @done"]);
                        body(self, "%p");
                        self.put("@next");
                        self.in_any_order(&[&format!("addi %p, %p, {step}"), "addi %n, %n, -1"]);
                        self.put("j @loop; @done");
                    }
                    _ => {
                        self.put("beqz %n, @done; @loop");
                        body(self, "%p");
                        self.put("@next");
                        self.in_any_order(&[&format!("addi %p, %p, {step}"), "addi %n, %n, -1"]);
                        self.one_of(&["bnez %n, @loop; @done", "bgtz %n, @loop; @done"]);
                    }
                }
            }
            // An index.
            4 | 5 => {
                if over.pairs {
                    self.put(&format!("addi %n, {count}, -1"));
                }
                let most = if over.pairs { "%n" } else { count };
                self.put("li %i, 0; @loop");
                self.one_of(&[
                    &format!("bge %i, {most}, @done"),
                    &format!("beq %i, {most}, @done"),
                ]);
                let address = match shape {
                    4 => format!("slli %at, %i, {shift}; add %at, {base}, %at"),
                    _ => format!("li %at, {step}; mul %at, %at, %i; add %at, %at, {base}"),
                };
                self.put(&address);
                body(self, "%at");
                self.put("@next; addi %i, %i, 1; j @loop; @done");
            }
            // From the end.
            6 => {
                self.put(&format!("slli %p, {count}, {shift}; add %p, {base}, %p"));
                if over.pairs {
                    self.put(&format!("addi %p, %p, -{skip}"));
                }
                self.put("@loop");
                self.one_of(&[
                    &format!("beq %p, {base}, @done"),
                    &format!("bleu %p, {base}, @done"),
                ]);
                self.put(&format!("addi %p, %p, -{step}"));
                body(self, "%p");
                self.put("@next; j @loop; @done");
            }
            7 => {
                self.put(&format!("addi %i, {count}, -{}", less + 1));
                self.put(&format!(
                    "@loop; bltz %i, @done; slli %at, %i, {shift}; add %at, {base}, %at"
                ));
                body(self, "%at");
                self.put("@next; addi %i, %i, -1; j @loop; @done");
            }
            // An offset.
            _ => {
                self.put(&format!("slli %most, {count}, {shift}"));
                if over.pairs {
                    self.put(&format!("addi %most, %most, -{skip}"));
                }
                self.put("li %off, 0; @loop");
                self.one_of(&["bge %off, %most, @done", "beq %off, %most, @done"]);
                self.put(&format!("add %at, {base}, %off"));
                body(self, "%at");
                self.put(&format!("@next; addi %off, %off, {step}; j @loop; @done"));
            }
        }
    }

    fn pointer(&mut self, base: &str) {
        match self.habits.copies && self.dice.chance(80) || !base.starts_with('A') {
            true => self.put(&format!("mv %p, {base}")),
            false => {
                self.fixed.insert("%p".to_owned(), base.to_owned());
            }
        }
    }

    /// A call of the environment with what a register or a number gives.
    pub(crate) fn system(&mut self, number: usize, what: &str) {
        let (code, value) = match self.habits.machine {
            Machine::RiscV => ("A0", "A1"),
            Machine::Mips => ("V0", "A0"),
        };
        let set = match what {
            _ if what.starts_with('=') => format!("la {value}, {}", &what[1..]),
            _ if what.starts_with(['%', '$', 'A', 'V']) => format!("mv {value}, {what}"),
            _ => format!("li {value}, {what}"),
        };
        let number = format!("li {code}, {number}");
        // The value may be in the register that the number takes.
        match what == "A0" {
            true => self.put(&format!("{set}; {number}; ecall")),
            false if self.habits.frame.is_multiple_of(2) => {
                self.put(&format!("{number}; {set}; ecall"))
            }
            false => self.put(&format!("{set}; {number}; ecall")),
        }
    }

    /// The function, with registers chosen; a frame around it for what must be kept.
    pub(crate) fn finish(&mut self, calls: bool, slots: usize) -> Function {
        if self.number > 0 {
            self.put("@exit; mv V0, %result; ret");
        }
        let mut temporaries: Vec<String> = (0..7).map(|k| format!("T{k}")).collect();
        if self.dice.chance(60) {
            self.dice.shuffle(&mut temporaries);
        }
        temporaries.extend((0..3).map(|k| format!("X{k}")));
        let mut saved: Vec<String> = (0..7).map(|k| format!("S{k}")).collect();
        if self.dice.chance(20) {
            self.dice.shuffle(&mut saved);
        }
        let mut used = Vec::new();
        for line in &mut self.lines {
            let Line::Code(code) = line else { continue };
            for arg in &mut code.args {
                if !arg.starts_with(['%', '$']) {
                    continue;
                }
                let chosen = self.fixed.entry(arg.clone()).or_insert_with(|| {
                    match arg.starts_with('%') && !temporaries.is_empty() {
                        true => temporaries.remove(0),
                        false => {
                            let register = saved.remove(0);
                            used.push(register.clone());
                            register
                        }
                    }
                });
                arg.clone_from(chosen);
            }
        }
        let lines = match calls || !used.is_empty() || slots > 0 {
            true => self.framed(used, slots, calls),
            false => std::mem::take(&mut self.lines),
        };
        Function {
            name: self.name.clone(),
            lines,
        }
    }

    /// Slots of one's own begin at 16(SP).
    fn framed(&mut self, mut kept: Vec<String>, slots: usize, calls: bool) -> Vec<Line> {
        if calls {
            let at = if self.habits.frame.is_multiple_of(3) {
                kept.len()
            } else {
                0
            };
            kept.insert(at, "RA".to_owned());
        }
        if self.habits.frame % 4 == 3 {
            kept.reverse();
        }
        let first = 16 + 4 * slots;
        let size =
            (first + 4 * kept.len()).next_multiple_of(if self.habits.frame.is_multiple_of(5) {
                8
            } else {
                16
            });
        let at = |k: usize| match self.habits.frame % 2 {
            0 => first + 4 * k,
            _ => size - 4 - 4 * k,
        };
        let code = |text: String| Line::Code(Code::read(&text));
        let mut lines = vec![code(format!("addi SP, SP, -{size}"))];
        lines.extend(
            kept.iter()
                .enumerate()
                .map(|(k, r)| code(format!("sw {r}, {}(SP)", at(k)))),
        );
        for line in std::mem::take(&mut self.lines) {
            if matches!(&line, Line::Code(code) if code.name == "ret") {
                lines.extend(
                    kept.iter()
                        .enumerate()
                        .map(|(k, r)| code(format!("lw {r}, {}(SP)", at(k)))),
                );
                lines.push(code(format!("addi SP, SP, {size}")));
            }
            lines.push(line);
        }
        lines
    }
}
