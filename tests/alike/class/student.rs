//! What students write who do not know each other: for each subroutine of the game 2048 several ways
//! to do it, each with free choices of loops, tests, registers, frames and helpers.

use super::code::{Dice, Function, Line, Look, Machine, Solution, SourceFile};
use super::writer::{Habits, Loop, Writer};

/// The subroutines of the course, and what each needs.
pub(crate) const SUBROUTINES: [&str; 8] = [
    "check_victory",
    "place",
    "move_check",
    "move_one",
    "move_left",
    "merge",
    "complete_move",
    "printboard",
];

/// What one student hands in.
pub(crate) fn solution(machine: Machine, seed: u64) -> Solution {
    let mut dice = Dice::new(seed);
    let dice = &mut dice;
    let habits = Habits {
        machine,
        loops: dice.weighted(&[22, 5, 22, 8, 22, 2, 6, 4, 5, 4]),
        one_exit: dice.chance(35),
        copies: dice.chance(50),
        labels: dice.below(4 * 420),
        frame: dice.below(60),
        twisted: dice.below(60),
    };
    let habits = &habits;
    let calls_one = dice.chance(60);
    let files = SUBROUTINES.map(|stem| {
        let mut head = Vec::new();
        let mut functions = match stem {
            "check_victory" => check_victory(habits, dice),
            "place" => place(habits, dice),
            "move_check" => move_check(habits, dice),
            "move_one" => move_one(habits, dice),
            "move_left" => move_left(habits, dice, calls_one),
            "merge" => merge(habits, dice),
            "complete_move" => complete_move(habits, dice),
            _ => printboard(habits, dice, &mut head),
        };
        for function in &mut functions {
            twist(function, habits, dice);
        }
        let needs: &[&str] = match stem {
            "move_left" => &["move_one"],
            "complete_move" => &["move_left", "merge"],
            _ => &[],
        };
        SourceFile {
            stem: stem.to_owned(),
            head,
            functions,
            needs: needs.iter().map(|need| (*need).to_owned()).collect(),
        }
    });
    let look = Look {
        indent: *dice.pick(&[2, 4, 4, 8]),
        tabs: dice.chance(30),
        comments: *dice.pick(&[0, 20, 50, 90]),
        seed: seed ^ 77,
        ..Look::default()
    };
    Solution {
        machine,
        files: files.to_vec(),
        look,
    }
}

/// Habits that change how code reads and not what it is.
fn twist(function: &mut Function, habits: &Habits, dice: &mut Dice) {
    for line in &mut function.lines {
        let Line::Code(code) = line else { continue };
        if !dice.chance(habits.twisted) {
            continue;
        }
        match (code.name.as_str(), code.args.len()) {
            ("beqz", 2) => {
                code.name = "beq".to_owned();
                code.args.insert(1, "Z".to_owned());
            }
            ("bnez", 2) => {
                code.name = "bne".to_owned();
                code.args.insert(1, "Z".to_owned());
            }
            ("add" | "or" | "and" | "beq" | "bne", 3) => {
                let from = usize::from(!code.name.starts_with('b'));
                code.args.swap(from, from + 1);
            }
            ("li", 2) if code.args[1].parse().is_ok_and(|n: i32| n.abs() < 2048) => {
                code.name = "addi".to_owned();
                code.args.insert(1, "Z".to_owned());
            }
            _ => {}
        }
    }
}

fn check_victory(habits: &Habits, dice: &mut Dice) -> Vec<Function> {
    let way = dice.weighted(&[40, 15, 12, 12, 8, 8, 5]);
    let w = &mut Writer::new("check_victory", habits, dice);
    let over = Loop {
        base: "A0",
        count: "A1",
        shift: 1,
        back: true,
        pairs: false,
    };
    let hoisted = w.dice.chance(70);
    if hoisted {
        w.put("li %k, 2048");
    }
    let get = |w: &mut Writer<'_>, at: &str| {
        if !hoisted && w.dice.chance(50) {
            w.put(&format!("lhu %v, 0({at}); li %k, 2048"));
        } else if !hoisted {
            w.put(&format!("li %k, 2048; lhu %v, 0({at})"));
        } else {
            w.put(&format!("lhu %v, 0({at})"));
        }
    };
    match way {
        0 => {
            w.each(&over, |w, at| {
                get(w, at);
                w.put("beq %v, %k, @found");
            });
            w.give(0);
            w.put("@found");
            w.give(1);
        }
        1 => {
            w.each(&over, |w, at| {
                get(w, at);
                w.put("bne %v, %k, @next");
                w.give(1);
            });
            w.give(0);
        }
        2 => {
            w.put("li %flag, 0");
            w.each(&over, |w, at| {
                get(w, at);
                w.one_of(&["xor %v, %v, %k", "sub %v, %v, %k", "sub %v, %k, %v"]);
                w.put("seqz %v, %v; or %flag, %flag, %v");
            });
            w.put("mv V0, %flag; ret");
        }
        3 => {
            w.put("li %flag, 0");
            w.each(&over, |w, at| {
                get(w, at);
                w.put("bne %v, %k, @next; li %flag, 1");
                if w.dice.chance(50) {
                    w.put("j @done");
                }
            });
            w.put("mv V0, %flag; ret");
        }
        4 => {
            w.put("li %hits, 0");
            w.each(&over, |w, at| {
                get(w, at);
                w.put("bne %v, %k, @next; addi %hits, %hits, 1");
            });
            w.one_of(&[
                "snez V0, %hits; ret",
                "sltu V0, Z, %hits; ret",
                "bnez %hits, @yes; li V0, 0; ret; @yes; li V0, 1; ret",
            ]);
        }
        5 => {
            // The distance counts, and the answer is what is left.
            w.each(&over, |w, at| {
                w.put(&format!("lhu %v, 0({at}); addi %v, %v, -2048"));
                w.put("beqz %v, @found");
            });
            w.give(0);
            w.put("@found");
            w.give(1);
        }
        _ => {
            // The largest tile decides only if it is the one: every one is looked at twice.
            w.put("li %flag, 1");
            w.each(&over, |w, at| {
                get(w, at);
                w.one_of(&[
                    "sltu %lo, %v, %k; sltu %hi, %k, %v; or %lo, %lo, %hi; and %flag, %flag, %lo",
                    "sub %lo, %v, %k; snez %lo, %lo; and %flag, %flag, %lo",
                ]);
            });
            w.put("xori V0, %flag, 1; ret");
        }
    }
    vec![w.finish(false, 0)]
}

fn place(habits: &Habits, dice: &mut Dice) -> Vec<Function> {
    let way = dice.weighted(&[40, 20, 10, 8, 8, 8, 6]);
    let w = &mut Writer::new("place", habits, dice);
    let find = |w: &mut Writer<'_>| {
        w.one_of(&[
            "slli %at, A2, 1; add %at, A0, %at",
            "slli %at, A2, 1; add %at, A0, %at",
            "add %at, A2, A2; add %at, A0, %at",
            "li %at, 2; mul %at, A2, %at; add %at, A0, %at",
            "add %at, A0, A2; add %at, %at, A2",
        ]);
    };
    match way {
        0 => {
            find(w);
            w.put("lhu %v, 0(%at); bnez %v, @taken; sh A3, 0(%at)");
            w.give(0);
            w.put("@taken");
            w.give(1);
        }
        1 => {
            find(w);
            w.put("lhu %v, 0(%at); beqz %v, @free");
            w.give(1);
            w.put("@free; sh A3, 0(%at)");
            w.give(0);
        }
        2 => {
            find(w);
            w.put("lhu %v, 0(%at); li %r, 1; bnez %v, @out; sh A3, 0(%at); li %r, 0; @out; mv V0, %r; ret");
        }
        3 => {
            find(w);
            w.put(
                "lhu %v, 0(%at); snez %r, %v; bnez %r, @out; sh A3, 0(%at); @out; mv V0, %r; ret",
            );
        }
        4 => {
            find(w);
            w.put("lhu %v, 0(%at); snez %r, %v; addi %m, %r, -1; and %m, %m, A3; or %m, %m, %v; sh %m, 0(%at); mv V0, %r; ret");
        }
        5 => {
            // To the field step by step.
            w.put("mv %p, A0; mv %i, A2; @walk; beqz %i, @there; addi %p, %p, 2; addi %i, %i, -1; j @walk; @there; lhu %v, 0(%p)");
            w.put("bnez %v, @taken; sh A3, 0(%p)");
            w.give(0);
            w.put("@taken");
            w.give(1);
        }
        _ => {
            // Written first, and taken back.
            find(w);
            w.put("lhu %v, 0(%at); sh A3, 0(%at); beqz %v, @good; sh %v, 0(%at)");
            w.give(1);
            w.put("@good");
            w.give(0);
        }
    }
    vec![w.finish(false, 0)]
}

const ROW: Loop<'_> = Loop {
    base: "A0",
    count: "A1",
    shift: 2,
    back: false,
    pairs: false,
};
const PAIRS: Loop<'_> = Loop {
    base: "A0",
    count: "A1",
    shift: 2,
    back: false,
    pairs: true,
};

/// Loads both of a pair, in one of the orders that people choose.
fn load_pair(w: &mut Writer<'_>, at: &str) {
    let texts = [
        format!("lw %l, 0({at}); lw %r, 4({at}); lhu %a, 0(%l); lhu %b, 0(%r)"),
        format!("lw %l, 0({at}); lhu %a, 0(%l); lw %r, 4({at}); lhu %b, 0(%r)"),
        format!("lw %r, 4({at}); lhu %b, 0(%r); lw %l, 0({at}); lhu %a, 0(%l)"),
        format!("addi %q, {at}, 4; lw %l, 0({at}); lw %r, 0(%q); lhu %a, 0(%l); lhu %b, 0(%r)"),
    ];
    w.one_of(&texts.each_ref().map(String::as_str));
}

fn move_check(habits: &Habits, dice: &mut Dice) -> Vec<Function> {
    let way = dice.weighted(&[35, 15, 15, 10, 15, 10]);
    let w = &mut Writer::new("move_check", habits, dice);
    let pairs = Loop {
        back: true,
        ..PAIRS
    };
    match way {
        0 => {
            w.each(&pairs, |w, at| {
                load_pair(w, at);
                w.put("beqz %b, @next; beqz %a, @yes; beq %a, %b, @yes");
            });
            w.give(0);
            w.put("@yes");
            w.give(1);
        }
        1 => {
            w.each(&pairs, |w, at| {
                load_pair(w, at);
                w.put("beq %a, %b, @same; bnez %a, @next");
                w.give(1);
                w.put("@same; beqz %a, @next");
                w.give(1);
            });
            w.give(0);
        }
        2 => {
            // The left one is kept from pair to pair.
            w.put("lw %l, 0(A0); lhu %a, 0(%l); addi %m, A1, -1");
            w.one_of(&["addi %q, A0, 4", "mv %q, A0; addi %q, %q, 4"]);
            w.put("@again; beqz %m, @no; lw %r, 0(%q); lhu %b, 0(%r)");
            w.one_of(&[
                "beqz %b, @keep; beqz %a, @yes; beq %a, %b, @yes",
                "beqz %b, @keep; beq %a, %b, @yes; beqz %a, @yes",
            ]);
            w.put("@keep; mv %a, %b; addi %q, %q, 4; addi %m, %m, -1; j @again; @no");
            w.give(0);
            w.put("@yes");
            w.give(1);
        }
        3 => {
            w.put("li %flag, 0");
            w.each(&pairs, |w, at| {
                load_pair(w, at);
                w.put("xor %e, %a, %b; seqz %e, %e; seqz %z, %a; or %e, %e, %z; snez %z, %b; and %e, %e, %z; or %flag, %flag, %e");
            });
            w.put("mv V0, %flag; ret");
        }
        4 => {
            // A gap that was seen, and the last tile.
            w.put("li %gap, 0; li %last, 0");
            w.each(&ROW, |w, at| {
                w.put(&format!("lw %v, 0({at}); lhu %v, 0(%v); bnez %v, @tile; li %gap, 1; li %last, 0; j @next; @tile; bnez %gap, @yes; beq %v, %last, @yes; mv %last, %v"));
            });
            w.give(0);
            w.put("@yes");
            w.give(1);
        }
        _ => return move_check_by_helper(w),
    }
    vec![w.finish(false, 0)]
}

fn move_check_by_helper(w: &mut Writer<'_>) -> Vec<Function> {
    w.put("mv $p, A0; addi $n, A1, -1; @again; blez $n, @no; lw A0, 0($p); lw A1, 4($p); call pair_moves; bnez V0, @yes; addi $p, $p, 4; addi $n, $n, -1; j @again; @no; li V0, 0; ret; @yes; li V0, 1; ret");
    let first = w.finish(true, 0);
    let habits = w.habits;
    let w = &mut Writer::new("pair_moves", habits, w.dice);
    w.put("lhu %a, 0(A0); lhu %b, 0(A1)");
    w.one_of(&[
        "beqz %b, @no; beqz %a, @yes; beq %a, %b, @yes; @no; li V0, 0; ret; @yes; li V0, 1; ret",
        "snez %c, %b; beqz %a, @out; xor %d, %a, %b; seqz %d, %d; and %c, %c, %d; @out; mv V0, %c; ret",
    ]);
    vec![first, w.finish(false, 0)]
}

fn move_one(habits: &Habits, dice: &mut Dice) -> Vec<Function> {
    let way = dice.weighted(&[35, 15, 15, 15, 10, 10]);
    let w = &mut Writer::new("move_one", habits, dice);
    match way {
        0 | 1 => {
            w.put("li %moved, 0");
            w.each(&PAIRS, |w, at| {
                match way {
                    0 => {
                        load_pair(w, at);
                        w.one_of(&["bnez %a, @next; beqz %b, @next", "beqz %b, @next; bnez %a, @next"]);
                    }
                    _ => w.put(&format!("lw %l, 0({at}); lhu %a, 0(%l); bnez %a, @next; lw %r, 4({at}); lhu %b, 0(%r); beqz %b, @next")),
                }
                w.in_any_order(&["sh %b, 0(%l)", "sh Z, 0(%r)", "li %moved, 1"]);
            });
            w.put("mv V0, %moved; ret");
        }
        2 => {
            // The first gap, then everything after it.
            w.put("li %moved, 0; slli %end, A1, 2; add %end, A0, %end; mv %p, A0; @find; beq %p, %end, @out; lw %l, 0(%p); lhu %a, 0(%l); addi %p, %p, 4; bnez %a, @find");
            w.put("@shift; beq %p, %end, @last; lw %r, 0(%p); lhu %b, 0(%r); sh %b, 0(%l)");
            w.one_of(&["or %moved, %moved, %b", "beqz %b, @on; li %moved, 1; @on"]);
            w.put("mv %l, %r; addi %p, %p, 4; j @shift; @last; sh Z, 0(%l); @out");
            w.one_of(&["snez V0, %moved; ret", "sltu V0, Z, %moved; ret"]);
        }
        3 => {
            // The place before is kept.
            w.put("li %moved, 0; lw %l, 0(A0); addi %n, A1, -1; addi %q, A0, 4; @again; blez %n, @out; lw %r, 0(%q); lhu %a, 0(%l); lhu %b, 0(%r); bnez %a, @on; beqz %b, @on");
            w.in_any_order(&["sh %b, 0(%l)", "sh Z, 0(%r)", "li %moved, 1"]);
            w.put("@on; mv %l, %r; addi %q, %q, 4; addi %n, %n, -1; j @again; @out; mv V0, %moved; ret");
        }
        4 => {
            // By the sum of both: one of them is nothing.
            w.put("li %moved, 0");
            w.each(&PAIRS, |w, at| {
                load_pair(w, at);
                w.put("seqz %z, %a; snez %t, %b; and %z, %z, %t; beqz %z, @next; add %a, %a, %b; sh %a, 0(%l); sh Z, 0(%r); or %moved, %moved, %z");
            });
            w.put("mv V0, %moved; ret");
        }
        _ => {
            w.put("li %moved, 0");
            w.each(&PAIRS, |w, at| {
                load_pair(w, at);
                w.put("beqz %a, @free; j @next; @free; beqz %b, @next; mv %t, %a; mv %a, %b; mv %b, %t; sh %a, 0(%l); sh %b, 0(%r); addi %moved, %moved, 1");
            });
            w.one_of(&[
                "snez V0, %moved; ret",
                "li %one, 1; beqz %moved, @none; mv %moved, %one; @none; mv V0, %moved; ret",
            ]);
        }
    }
    vec![w.finish(false, 0)]
}

fn move_left(habits: &Habits, dice: &mut Dice, calls_one: bool) -> Vec<Function> {
    let way = match calls_one {
        true => dice.weighted(&[45, 20, 15, 10, 10]),
        false => 5 + dice.weighted(&[40, 20, 20, 20]),
    };
    let w = &mut Writer::new("move_left", habits, dice);
    match way {
        0 => w.put("mv $row, A0; mv $n, A1; @again; mv A0, $row; mv A1, $n; call move_one; bnez V0, @again; ret"),
        1 => w.put("mv $row, A0; mv $n, A1; @again; mv A0, $row; mv A1, $n; call move_one; beqz V0, @out; j @again; @out; ret"),
        2 => w.put("mv $row, A0; mv $n, A1; addi $k, A1, -1; @again; blez $k, @out; mv A0, $row; mv A1, $n; call move_one; addi $k, $k, -1; j @again; @out; ret"),
        3 => w.put("mv $row, A0; mv $n, A1; li $k, 0; @again; mv A0, $row; mv A1, $n; call move_one; addi $k, $k, 1; blt $k, $n, @again; ret"),
        4 => w.put("sw A0, 16(SP); sw A1, 20(SP); @again; lw A0, 16(SP); lw A1, 20(SP); call move_one; bnez V0, @again; ret"),
        5 => {
            // What is read goes to the next free place.
            w.put("mv %w, A0");
            w.each(&ROW, |w, at| {
                w.put(&format!("lw %l, 0({at}); lhu %v, 0(%l); beqz %v, @next"));
                w.one_of(&["sh Z, 0(%l); lw %r, 0(%w); sh %v, 0(%r); addi %w, %w, 4", "lw %r, 0(%w); sh Z, 0(%l); sh %v, 0(%r); addi %w, %w, 4"]);
            });
            w.put("ret");
        }
        6 => {
            // First all tiles, then the empty rest.
            w.put("li %k, 0");
            w.each(&ROW, |w, at| {
                w.put(&format!("lw %l, 0({at}); lhu %v, 0(%l); beqz %v, @next; slli %s, %k, 2; add %s, A0, %s; lw %s, 0(%s); sh %v, 0(%s); addi %k, %k, 1"));
            });
            w.put("@fill; bge %k, A1, @out; slli %s, %k, 2; add %s, A0, %s; lw %s, 0(%s); sh Z, 0(%s); addi %k, %k, 1; j @fill; @out; ret");
            // The array is needed again.
            return vec![keeping_arguments(w)];
        }
        7 => {
            // Every pair again and again.
            w.put("mv %t, A1; @rounds; blez %t, @out; mv %p, A0; addi %n, A1, -1; @pairs; blez %n, @round; lw %l, 0(%p); lw %r, 4(%p); lhu %a, 0(%l); bnez %a, @on; lhu %b, 0(%r); sh %b, 0(%l); sh Z, 0(%r); @on; addi %p, %p, 4; addi %n, %n, -1; j @pairs; @round; addi %t, %t, -1; j @rounds; @out; ret");
        }
        _ => {
            // For each gap the next tile is looked for.
            w.put("slli %end, A1, 2; add %end, A0, %end; mv %p, A0; @gap; bgeu %p, %end, @out; lw %l, 0(%p); lhu %a, 0(%l); bnez %a, @on; mv %q, %p; @tile; addi %q, %q, 4; bgeu %q, %end, @out; lw %r, 0(%q); lhu %b, 0(%r); beqz %b, @tile; sh %b, 0(%l); sh Z, 0(%r); @on; addi %p, %p, 4; j @gap; @out; ret");
        }
    }
    let slots = if way == 4 { 2 } else { 0 };
    vec![w.finish(way < 5, slots)]
}

/// A loop that counts in the argument registers would lose them.
fn keeping_arguments(w: &mut Writer<'_>) -> Function {
    let mut function = w.finish(false, 0);
    let changes = function
        .codes()
        .any(|code| matches!(code.sets(), Some("A0" | "A1")));
    if changes {
        for line in &mut function.lines {
            let Line::Code(code) = line else { continue };
            let is_rest = code.args.iter().any(|arg| arg == "A0" || arg == "A1");
            if is_rest
                && (code.name == "add" && code.args[1] == "A0"
                    || code.name == "bge" && code.args[1] == "A1")
            {
                for arg in &mut code.args[1..] {
                    match arg.as_str() {
                        "A0" => *arg = "A2".to_owned(),
                        "A1" => *arg = "A3".to_owned(),
                        _ => {}
                    }
                }
            }
        }
        function
            .lines
            .insert(0, Line::Code(super::code::Code::read("mv A2, A0")));
        function
            .lines
            .insert(1, Line::Code(super::code::Code::read("mv A3, A1")));
    }
    function
}

fn merge(habits: &Habits, dice: &mut Dice) -> Vec<Function> {
    let way = dice.weighted(&[40, 15, 20, 15, 10]);
    let w = &mut Writer::new("merge", habits, dice);
    // The value that a half-word keeps.
    let double = |w: &mut Writer<'_>| {
        w.one_of(&[
            "add %a, %a, %b; sh %a, 0(%l); sh Z, 0(%r); lhu %a, 0(%l)",
            "slli %a, %a, 1; sh %a, 0(%l); sh Z, 0(%r); lhu %a, 0(%l)",
            "slli %a, %a, 17; srli %a, %a, 16; sh %a, 0(%l); sh Z, 0(%r)",
            "add %a, %a, %a; slli %a, %a, 16; srli %a, %a, 16; sh Z, 0(%r); sh %a, 0(%l)",
        ]);
    };
    let test = |w: &mut Writer<'_>, on: &str| {
        let tests = [
            format!("beqz %a, {on}; bne %a, %b, {on}"),
            format!("bne %a, %b, {on}; beqz %a, {on}"),
            format!("bne %a, %b, {on}; beqz %b, {on}"),
        ];
        w.one_of(&tests.each_ref().map(String::as_str));
    };
    match way {
        0 => {
            w.in_any_order(&["li %count, 0", "li %worth, 0"]);
            w.each(&PAIRS, |w, at| {
                load_pair(w, at);
                test(w, "@next");
                double(w);
                w.in_any_order(&["addi %count, %count, 1", "add %worth, %worth, %a"]);
            });
            w.put("mv V0, %count; mv V1, %worth; ret");
        }
        1 => {
            // A merge skips the next pair.
            w.in_any_order(&["li %count, 0", "li %worth, 0"]);
            w.put("addi %n, A1, -1; mv %p, A0; @again; blez %n, @out");
            load_pair(w, "%p");
            test(w, "@on");
            double(w);
            w.put("addi %count, %count, 1; add %worth, %worth, %a; addi %p, %p, 4; addi %n, %n, -1; @on; addi %p, %p, 4; addi %n, %n, -1; j @again; @out; mv V0, %count; mv V1, %worth; ret");
        }
        2 => {
            // The left one is kept from pair to pair.
            w.put("mv %p, A0; slli %end, A1, 2; add %end, %end, A0; li %count, 0; li %worth, 0; lw %l, 0(%p); lhu %a, 0(%l)");
            w.put("@again; addi %p, %p, 4; beq %p, %end, @out; lw %r, 0(%p); lhu %b, 0(%r)");
            test(w, "@on");
            double(w);
            w.put("addi %count, %count, 1; add %worth, %worth, %a; li %b, 0; @on; mv %l, %r; mv %a, %b; j @again; @out; mv V0, %count; mv V1, %worth; ret");
        }
        3 => {
            // How many is counted by what it is worth: all is kept in memory.
            w.put("mv $row, A0; addi $n, A1, -1; li $count, 0; li $worth, 0; @again; blez $n, @out; mv A0, $row; call merge_pair; beqz V0, @on; addi $count, $count, 1; add $worth, $worth, V0; @on; addi $row, $row, 4; addi $n, $n, -1; j @again; @out; mv V0, $count; mv V1, $worth; ret");
            let first = w.finish(true, 0);
            let habits = w.habits;
            let w = &mut Writer::new("merge_pair", habits, w.dice);
            load_pair(w, "A0");
            test(w, "@no");
            w.one_of(&[
                "slli %a, %a, 17; srli %a, %a, 16; sh %a, 0(%l); sh Z, 0(%r); mv V0, %a; ret",
                "add %a, %a, %b; sh %a, 0(%l); sh Z, 0(%r); lhu V0, 0(%l); ret",
            ]);
            w.put("@no; li V0, 0; ret");
            return vec![first, w.finish(false, 0)];
        }
        _ => {
            // By masks.
            w.in_any_order(&["li %count, 0", "li %worth, 0"]);
            w.each(&PAIRS, |w, at| {
                load_pair(w, at);
                w.put("xor %e, %a, %b; seqz %e, %e; snez %z, %a; and %e, %e, %z; beqz %e, @next");
                double(w);
                w.in_any_order(&["add %count, %count, %e", "add %worth, %worth, %a"]);
            });
            w.put("mv V0, %count; mv V1, %worth; ret");
        }
    }
    vec![w.finish(false, 0)]
}

fn complete_move(habits: &Habits, dice: &mut Dice) -> Vec<Function> {
    let way = dice.weighted(&[45, 20, 15, 10, 10]);
    let w = &mut Writer::new("complete_move", habits, dice);
    let again = *w
        .dice
        .pick(&["mv A0, $row; mv A1, $n", "mv A1, $n; mv A0, $row"]);
    let mut slots = 0;
    match way {
        0 => {
            w.put("mv $row, A0; mv $n, A1; call move_left");
            w.put(&format!("{again}; call merge; mv $count, V0; mv $worth, V1; {again}; call move_left; mv V0, $count; mv V1, $worth; ret"));
        }
        1 => {
            slots = 4;
            w.put("sw A0, 16(SP); sw A1, 20(SP); call move_left; lw A0, 16(SP); lw A1, 20(SP); call merge; sw V0, 24(SP); sw V1, 28(SP); lw A0, 16(SP); lw A1, 20(SP); call move_left; lw V0, 24(SP); lw V1, 28(SP); ret");
        }
        2 => {
            slots = 2;
            w.put(&format!("mv $row, A0; mv $n, A1; call move_left; {again}; call merge; sw V0, 16(SP); sw V1, 20(SP); {again}; call move_left; lw V0, 16(SP); lw V1, 20(SP); ret"));
        }
        3 => {
            // Whether something merged decides if there is more to do.
            w.put(&format!("mv $row, A0; mv $n, A1; {again}; call move_left; {again}; call merge; mv $count, V0; mv $worth, V1; beqz $count, @out; {again}; call move_left; @out; mv V0, $count; mv V1, $worth; ret"));
        }
        _ => {
            // Both turns are one loop.
            w.put(&format!("mv $row, A0; mv $n, A1; li $turn, 2; @again; {again}; call move_left; addi $turn, $turn, -1; beqz $turn, @out; {again}; call merge; mv $count, V0; mv $worth, V1; j @again; @out; mv V0, $count; mv V1, $worth; ret"));
        }
    }
    vec![w.finish(true, slots)]
}

fn printboard(habits: &Habits, dice: &mut Dice, head: &mut Vec<String>) -> Vec<Function> {
    let data = *dice.pick(&["pb", "str", "board_text", "p"]);
    let end = match habits.machine {
        Machine::RiscV => ".string",
        Machine::Mips => ".asciiz",
    };
    head.push(".data".to_owned());
    head.push(format!(
        "{data}_rule: {end} \"-----------------------------\\n\""
    ));
    head.push(format!(
        "{data}_blank: {end} \"|      |      |      |      |\\n\""
    ));
    head.push(format!("{data}_left: {end} \"| \""));
    head.push(format!("{data}_end: {end} \"|\\n\""));
    head.push(".align 2".to_owned());
    let (rule, blank, left, close) = (
        format!("={data}_rule"),
        format!("={data}_blank"),
        format!("={data}_left"),
        format!("={data}_end"),
    );
    let ways = (
        dice.weighted(&[35, 25, 20, 20]),
        dice.weighted(&[35, 25, 20, 20]),
    );
    let (lines_by_call, by_chars) = (dice.chance(30), dice.chance(25));
    let mut others = Vec::new();
    let w = &mut Writer::new("printboard", habits, dice);
    let line = |w: &mut Writer<'_>, what: &str| match lines_by_call {
        true => w.put(&format!("la A0, {}; call print_line", &what[1..])),
        false => w.system(4, what),
    };
    let gap = |w: &mut Writer<'_>| match by_chars {
        true => {
            w.system(11, "124");
            w.system(11, "32");
        }
        false => w.system(4, &left),
    };
    w.put("mv $p, A0");
    match ways.0 {
        // Rows and fields counted down.
        0 => {
            line(w, &rule);
            w.put("li $rows, 4; @row");
            line(w, &blank);
            w.put("li $cols, 4; @field");
            gap(w);
            w.put("lhu A0, 0($p); call print_padded");
            w.system(11, "32");
            w.put("addi $p, $p, 2; addi $cols, $cols, -1; bnez $cols, @field");
            line(w, &close);
            line(w, &blank);
            line(w, &rule);
            w.put("addi $rows, $rows, -1; bnez $rows, @row; ret");
        }
        // Sixteen fields, and every fourth is special.
        1 => {
            w.put("li $i, 0");
            line(w, &rule);
            w.put("@field; andi %c, $i, 3; bnez %c, @inside");
            line(w, &blank);
            w.put("@inside");
            gap(w);
            w.put("slli %at, $i, 1; add %at, $p, %at; lhu A0, 0(%at); call print_padded");
            w.system(11, "32");
            w.put("addi $i, $i, 1; andi %c, $i, 3; bnez %c, @field");
            line(w, &close);
            line(w, &blank);
            line(w, &rule);
            w.put("li %all, 16; blt $i, %all, @field; ret");
        }
        // Up to an end, a row in a function of its own.
        2 => {
            w.put("addi $end, $p, 32");
            line(w, &rule);
            w.put("@row; mv A0, $p; call print_row; addi $p, $p, 8; bne $p, $end, @row; ret");
            let habits = w.habits;
            let w = &mut Writer::new("print_row", habits, w.dice);
            w.put("mv $q, A0; addi $stop, A0, 8");
            line(w, &blank);
            w.put("@field");
            gap(w);
            w.put("lhu A0, 0($q); call print_padded");
            w.system(11, "32");
            w.put("addi $q, $q, 2; bltu $q, $stop, @field");
            line(w, &close);
            line(w, &blank);
            line(w, &rule);
            w.put("ret");
            others.push(w.finish(true, 0));
        }
        // Indices counted up.
        _ => {
            w.put("li $y, 0");
            line(w, &rule);
            w.put("@row; li %four, 4; bge $y, %four, @out");
            line(w, &blank);
            w.put("li $x, 0; @field; li %four, 4; bge $x, %four, @end; slli %at, $y, 2; add %at, %at, $x; slli %at, %at, 1; add %at, %at, $p; lhu $v, 0(%at)");
            gap(w);
            w.put("mv A0, $v; call print_padded");
            w.system(11, "32");
            w.put("addi $x, $x, 1; j @field; @end");
            line(w, &close);
            line(w, &blank);
            line(w, &rule);
            w.put("addi $y, $y, 1; j @row; @out; ret");
        }
    }
    let mut functions = vec![w.finish(true, 0)];
    functions.append(&mut others);
    functions.push(padded(habits, dice, ways.1));
    if lines_by_call {
        let w = &mut Writer::new("print_line", habits, dice);
        w.system(4, "A0");
        w.put("ret");
        functions.push(w.finish(false, 0));
    }
    functions
}

/// A number with blanks before it.
fn padded(habits: &Habits, dice: &mut Dice, way: usize) -> Function {
    let w = &mut Writer::new("print_padded", habits, dice);
    w.put("mv %v, A0");
    match way {
        0 => {
            for least in [1000, 100, 10] {
                w.put(&format!("li %k, {least}; bge %v, %k, @digits"));
                w.system(11, "32");
            }
        }
        1 => {
            w.put("li %k, 1000; @blank; bgeu %v, %k, @digits");
            w.system(11, "32");
            w.put("li %ten, 10; divu %k, %k, %ten; bgeu %k, %ten, @blank");
        }
        2 => {
            // Digits are counted first.
            w.put("li %n, 1; mv %m, %v; li %ten, 10; @count; bltu %m, %ten, @fill; divu %m, %m, %ten; addi %n, %n, 1; j @count; @fill; li %k, 4; bge %n, %k, @digits");
            w.system(11, "32");
            w.put("addi %n, %n, 1; j @fill");
        }
        _ => {
            // How many blanks are chosen.
            w.put("li %n, 3; li %k, 10; bltu %v, %k, @fill; li %n, 2; li %k, 100; bltu %v, %k, @fill; li %n, 1; li %k, 1000; bltu %v, %k, @fill; li %n, 0; @fill; beqz %n, @digits");
            w.system(11, "32");
            w.put("addi %n, %n, -1; j @fill");
        }
    }
    w.put("@digits");
    w.system(1, "%v");
    w.put("ret");
    w.finish(false, 0)
}
