//! The table of commands: names, help, and what carries them out. Everything that lists, completes
//! or explains commands works from it.

use super::{Complaint, Done, Repl, complain};
use crate::engine::{Stopped, Why};
use crate::place::nearest;

/// What a command is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Going forward.
    Forward,
    /// Going back.
    Backward,
    /// Where to stop.
    Stops,
    /// What did it.
    Past,
    /// Looking.
    Look,
    /// Changing.
    Change,
    /// The rest.
    Other,
}

impl Group {
    /// All of them, with their titles.
    pub const ALL: [(Group, &'static str); 7] = [
        (Group::Forward, "Forward"),
        (Group::Backward, "Backward"),
        (Group::Stops, "Where to stop"),
        (Group::Past, "What wrote it"),
        (Group::Look, "Look"),
        (Group::Change, "Change"),
        (Group::Other, "Other"),
    ];
}

/// One command.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// What it is about.
    pub group: Group,
    /// What is typed after its name.
    pub usage: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// More, and examples: each a command and what it does.
    pub examples: &'static [(&'static str, &'static str)],
    /// Carries it out.
    pub(super) run: fn(&mut Repl<'_>, &str) -> Done,
}

/// The command of a name, of an alias, or of the beginning of one name only.
pub(super) fn find(word: &str) -> Option<&'static Command> {
    let named = |command: &&Command| command.name == word || command.aliases.contains(&word);
    if let Some(command) = COMMANDS.iter().find(named) {
        return Some(command);
    }
    let mut begins = COMMANDS.iter().filter(|c| c.name.starts_with(word));
    match (begins.next(), begins.next()) {
        (Some(command), None) => Some(command),
        _ => None,
    }
}

/// What to say about a word that is not a command.
pub(super) fn no_command(word: &str) -> String {
    let word = diag::one_line(word);
    let names = || COMMANDS.iter().map(|command| command.name);
    // `brk` has the letters of `break` and leaves some out.
    let shortened = names().find(|name| is_short_for(&word, name));
    match shortened.or_else(|| nearest(&word, names())) {
        Some(similar) => format!("There is no command `{word}`. Did you mean `{similar}`?"),
        None => format!("There is no command `{word}`. `help` lists all of them."),
    }
}

fn is_short_for(word: &str, name: &str) -> bool {
    let mut letters = name.chars();
    let in_order = word.chars().all(|c| letters.any(|letter| letter == c));
    in_order && word.len() > 1 && name.starts_with(&word[..word.ceil_char_boundary(1)])
}

macro_rules! commands {
    ($($group:ident: $name:literal $aliases:tt $usage:literal $about:literal
        [$($example:literal => $does:literal),* $(,)?] $run:expr;)*) => {
        /// All commands.
        pub static COMMANDS: &[Command] = &[$(Command {
            name: $name,
            aliases: &$aliases,
            group: Group::$group,
            usage: $usage,
            about: $about,
            examples: &[$(($example, $does)),*],
            run: $run,
        }),*];
    };
}

commands! {
    Forward: "run" ["r"] "" "Run from here until something stops the program."
        ["run" => "to the end, a breakpoint, a fault, or until it waits for input"]
        |repl, _| repl.go(|engine| engine.run_on());
    Forward: "continue" ["c", "cont"] "[N]" "Run on; with N, skip the next N - 1 stops."
        ["c" => "to the next stop", "c 5" => "to the fifth"]
        |repl, rest| {
            let times = repl.whole(rest)?;
            for _ in 1..times.max(1) {
                repl.engine.run_on();
                if repl.engine.ended().is_some() || repl.engine.is_waiting() {
                    break;
                }
            }
            repl.go(|engine| engine.run_on())
        };
    Forward: "step" ["s"] "[N]" "Run one source line, into functions; a negative N goes back."
        ["s" => "one line", "s 10" => "ten lines", "s -1" => "back one line"]
        |repl, rest| repl.counted(rest, |e, n| e.step_lines(n), |e, n| e.reverse_lines(n, false));
    Forward: "next" ["n"] "[N]" "Run one source line; a function that it calls runs in one go."
        ["n" => "one line", "n 3" => "three lines"]
        |repl, rest| repl.counted(rest, |e, n| e.next_lines(n), |e, n| e.reverse_lines(n, true));
    Forward: "stepi" ["si"] "[N]" "Run one instruction; a pseudo-instruction may be several."
        ["si" => "one instruction", "si 100" => "a hundred"]
        |repl, rest| repl.counted(rest, |e, n| e.step_instructions(n), |e, n| e.back(n));
    Forward: "nexti" ["ni"] "[N]" "Run one instruction; a function that it calls runs in one go."
        ["ni" => "one instruction"]
        |repl, rest| repl.counted(rest, |e, n| e.next_instructions(n), |e, n| e.reverse_next_instructions(n));
    Forward: "finish" ["fin"] "[N]" "Run until this function has returned; with N, N functions."
        ["fin" => "to the caller"]
        |repl, rest| repl.counted(rest, |e, n| e.finish(n), |e, n| e.reverse_finish(n));
    Forward: "until" ["u"] "[PLACE]" "Run to a later line, to leave a loop; or to PLACE."
        ["u" => "out of a loop", "u 25" => "to line 25, or out of the function"]
        |repl, rest| {
            if rest.is_empty() {
                return repl.go(|engine| engine.until_behind());
            }
            let targets = repl.place(rest)?;
            repl.go(|engine| engine.run_to_place(&targets, true))
        };
    Forward: "advance" ["adv"] "PLACE" "Run to PLACE."
        ["adv merge" => "to the label", "adv slide.s:12" => "to the line"]
        |repl, rest| {
            let targets = repl.place(rest)?;
            repl.go(|engine| engine.run_to_place(&targets, false))
        };
    Forward: "until-output" ["uo"] "TEXT" "Run until the program is about to print TEXT."
        ["uo score" => "to the call that prints `score`", "uo \"\\n\"" => "to the next line end"]
        |repl, rest| {
            let text = super::arguments::unescape(rest);
            if text.is_empty() {
                return complain("Which text? `until-output score`.");
            }
            repl.go(|engine| engine.until_output(&text))
        };
    Forward: "to-output" ["to"] "N" "Go right before byte N of standard output is printed, counted from 0, and show why it is what it is."
        ["to-output 120" => "to the call that prints byte 120"]
        |repl, rest| {
            let index = repl.whole(rest)?;
            repl.engine.reset();
            let stopped = repl.engine.to_output(index);
            repl.tell(&stopped);
            match stopped.why.iter().any(|why| matches!(why, Why::Output)) {
                true => repl.show_why_printed(index),
                false => Ok(()),
            }
        };
    Backward: "reverse-step" ["rs"] "[N]" "Go back one source line, into functions."
        ["rs" => "one line"]
        |repl, rest| repl.counted(rest, |e, n| e.reverse_lines(n, false), |e, n| e.step_lines(n));
    Backward: "reverse-next" ["rn"] "[N]" "Go back one source line, over functions that it called."
        ["rn 2" => "two lines"]
        |repl, rest| repl.counted(rest, |e, n| e.reverse_lines(n, true), |e, n| e.next_lines(n));
    Backward: "reverse-stepi" ["rsi"] "[N]" "Go back one instruction."
        ["rsi 5" => "five instructions"]
        |repl, rest| repl.counted(rest, |e, n| e.back(n), |e, n| e.step_instructions(n));
    Backward: "reverse-nexti" ["rni"] "[N]" "Go back one instruction, over functions that it called."
        ["rni" => "one instruction"]
        |repl, rest| repl.counted(rest, |e, n| e.reverse_next_instructions(n), |e, n| e.next_instructions(n));
    Backward: "reverse-continue" ["rc"] "" "Go back to the last stop: a breakpoint, a watchpoint, the beginning."
        ["rc" => "where did that happen last?"]
        |repl, _| repl.go(|engine| engine.reverse_continue());
    Backward: "reverse-finish" ["rf"] "[N]" "Go back to the call of this function."
        ["rf" => "to the call"]
        |repl, rest| repl.counted(rest, |e, n| e.reverse_finish(n), |e, n| e.finish(n));
    Backward: "back" ["bk"] "[N]" "Go back N instructions; an end or a fault is undone."
        ["back 37" => "37 instructions"]
        |repl, rest| repl.counted(rest, |e, n| e.back(n), |e, n| e.step_instructions(n));
    Backward: "goto" ["g"] "STEP" "Go to a step, counted in instructions from the beginning."
        ["goto 120" => "the state after 120 instructions", "goto 5M" => "after five million"]
        |repl, rest| {
            if rest.is_empty() {
                return complain("To which step? `goto 120`.");
            }
            let step = repl.whole(rest)?;
            repl.go(|engine| engine.go_to(step))
        };
    Backward: "reset" ["re", "start"] "" "Go back to the beginning."
        ["reset" => "before the first instruction"]
        |repl, _| repl.go(|engine| engine.reset());
    Stops: "break" ["b", "br", "bp"] "[PLACE] [if CONDITION]" "Stop at PLACE: a line, file:line, a label, a macro, an address; without one, here."
        ["b merge" => "at a label", "b slide.s:12" => "at a line of a file", "b print_int" => "at each call of a macro", "b 12 if a0 > 3 && *(half)(a1+2) == 8" => "only if this holds", "b *a0" => "at the address in a0"]
        |repl, rest| repl.add_break(rest, false);
    Stops: "tbreak" ["tb"] "[PLACE] [if CONDITION]" "The same, but only once."
        ["tb main" => "once at `main`"]
        |repl, rest| repl.add_break(rest, true);
    Stops: "watch" ["w", "wa"] "WHAT [if CONDITION]" "Stop after WHAT was changed: a register, a label, an address, a range."
        ["watch a0" => "a register", "watch board[3]" => "one element", "watch board..board+31" => "32 bytes", "watch half *(a0+2)" => "two bytes at the address that a0 + 2 is now"]
        |repl, rest| repl.add_watch(rest, crate::stops::Kind::Change);
    Stops: "rwatch" ["rw"] "WHAT [if CONDITION]" "Stop after WHAT was read."
        ["rwatch board" => "what reads it?"]
        |repl, rest| repl.add_watch(rest, crate::stops::Kind::Read);
    Stops: "awatch" ["aw"] "WHAT [if CONDITION]" "Stop after WHAT was read or written, even with the same value."
        ["awatch s0" => "every use"]
        |repl, rest| repl.add_watch(rest, crate::stops::Kind::Access);
    Stops: "catch" [] "EVENT" "Stop at ecall, input, output (before the call), call, return, exception, fault or finding."
        ["catch output" => "before anything is printed", "catch call" => "whenever a function is called", "catch exception" => "where the program's own handler begins", "catch finding" => "where the calling convention is broken"]
        |repl, rest| repl.add_catch(rest);
    Stops: "delete" ["d", "del"] "[N…]" "Remove breakpoints, watchpoints and catches; without numbers, all of them."
        ["d 1 2" => "the first two"]
        |repl, rest| repl.delete(rest);
    Stops: "enable" ["en"] "[N…]" "Enable them again."
        ["en 1" => "the first"]
        |repl, rest| repl.enable(rest, true);
    Stops: "disable" ["dis"] "[N…]" "Keep them, but do not stop there."
        ["dis 1" => "the first"]
        |repl, rest| repl.enable(rest, false);
    Stops: "condition" ["cond"] "N [CONDITION]" "Stop only if CONDITION holds; without one, always."
        ["cond 1 t0 == 16" => "only for 16"]
        |repl, rest| repl.set_condition(rest);
    Stops: "ignore" [] "N COUNT" "Skip the next COUNT hits."
        ["ignore 1 9" => "stop at the tenth"]
        |repl, rest| repl.ignore(rest);
    Stops: "commands" ["com"] "N [COMMAND; …]" "Run these commands whenever N stops the program; on separate lines, `end` ends them."
        ["commands 1 regs a0; c" => "show a0 and continue"]
        |repl, rest| repl.set_commands(rest);
    Past: "last-write" ["lw"] "WHAT" "Show what last wrote a register or memory before this step, and how to go there."
        ["last-write a0" => "where does this value come from?", "lw board[3]" => "the same for memory"]
        |repl, rest| repl.last_write(rest);
    Past: "who-wrote" ["ww"] "WHAT" "The same."
        ["who-wrote board+4" => "what changed this?"]
        |repl, rest| repl.last_write(rest);
    Past: "history" ["hist"] "WHAT [N]" "The last N values of a register or of memory (10 by default), latest first."
        ["history a0" => "the last ten values", "history board[3] 5" => "the last five"]
        |repl, rest| repl.history(rest);
    Past: "why" [] "WHAT | not PLACE" "Show what a register or memory was computed from, back to constants, input and initial data; or the last branch that led away from PLACE."
        ["why a0" => "how did this number come about?", "why board[3]" => "the same for memory", "why not merge" => "what decided against it?"]
        |repl, rest| repl.show_why(rest);
    Past: "diff-run" [] "FILE|FOLDER" "Compare the run with that of a reference, call by call, and go to the first difference."
        ["diff-run ../solution" => "the same test in another project", "diff-run right.s" => "another program"]
        |repl, rest| repl.diff_run(rest);
    Look: "regs" ["registers"] "[NAME…|float|control]" "Show registers; those that changed since the last stop are marked."
        ["regs" => "all of them", "regs a0 sp" => "two of them", "regs float" => "floating point", "regs control" => "HI, LO, EPC, Cause and the like"]
        |repl, rest| repl.registers(rest);
    Look: "print" ["p"] "[/FORMAT] EXPRESSION" "Evaluate an expression; formats: x d u t c s f."
        ["p a0 + 4" => "a sum", "p *(half)(a1+2)" => "two bytes of memory", "p board[3]" => "an element", "p fa0 + 1.5" => "a floating-point number", "p/x sp" => "hexadecimal", "p &buf" => "an address"]
        |repl, rest| repl.print_value(rest);
    Look: "display" ["disp"] "[/FORMAT] [EXPRESSION]" "Show an expression at every stop; without one, show them now."
        ["display board[3]" => "at every stop"]
        |repl, rest| repl.display(rest);
    Look: "undisplay" [] "[N…]" "Stop displaying an expression."
        ["undisplay 1" => "the first"]
        |repl, rest| repl.undisplay(rest);
    Look: "x" [] "[/NFS] ADDRESS" "Show memory: how many, in which format (x d u c s i f), of which size (b h w g)."
        ["x/8xh board" => "eight half-words in hexadecimal", "x/s a1" => "a string", "x/2fg table" => "two doubles", "x/4i pc" => "four instructions"]
        |repl, rest| repl.examine(rest);
    Look: "board" [] "ADDRESS ROWS COLUMNS [byte|half|word|pointers]" "Show memory as a grid; `pointers`: words with addresses of half-words."
        ["board board 4 4" => "a 2048 board of half-words", "board buf 1 4 pointers" => "a row of addresses"]
        |repl, rest| repl.board(rest);
    Look: "stack" [] "[N]" "Show the frames on the stack, and where registers are saved."
        ["stack" => "the innermost frames"]
        |repl, rest| repl.stack(rest);
    Look: "backtrace" ["bt", "where"] "[N]" "Show the open calls, innermost first."
        ["bt" => "how did I get here?"]
        |repl, rest| repl.backtrace(rest);
    Look: "frame" ["f"] "[N]" "Choose an open call, and show its place; `regs` and `print` are then about it."
        ["f 1" => "the caller"]
        |repl, rest| repl.choose_frame(rest);
    Look: "up" [] "[N]" "Choose the caller."
        ["up" => "one further out"]
        |repl, rest| repl.move_frame(rest, true);
    Look: "down" [] "[N]" "Choose the function that was called."
        ["down" => "one further in"]
        |repl, rest| repl.move_frame(rest, false);
    Look: "list" ["l"] "[PLACE]" "Show the source around here or around PLACE; repeat for what follows."
        ["l" => "around here", "l merge" => "around a label"]
        |repl, rest| repl.list(rest);
    Look: "disas" ["disassemble"] "[PLACE] [N]" "Show instructions as the machine runs them, with the lines that they come from."
        ["disas" => "from here", "disas merge 20" => "20 instructions of `merge`"]
        |repl, rest| repl.disassemble(rest);
    Look: "info" ["i"] "WHAT" "Show information about break, display, edits, end, files, findings, frame, history, input, line, memory, registers."
        ["i b" => "breakpoints", "i history" => "how far back you can go", "i end" => "everything about the end of the program"]
        |repl, rest| repl.info(rest);
    Look: "symbols" ["sym"] "[TEXT]" "List labels and their addresses."
        ["sym merge" => "those with `merge` in them"]
        |repl, rest| repl.symbols(rest);
    Look: "output" ["out"] "" "Show everything that the program has printed up to this step."
        ["output" => "the console as it is now"]
        |repl, _| repl.all_output();
    Look: "coverage" ["cov"] "[PLACE]" "Show how often each line around here ran up to this step."
        ["cov" => "the current function", "cov merge" => "another place"]
        |repl, rest| repl.coverage(rest);
    Look: "stats" [] "" "Show statistics of the run up to this step."
        ["stats" => "instructions by kind, calls, memory"]
        |repl, _| repl.stats();
    Look: "explain" [] "[NAME]" "Explain an instruction, a register, a directive, a call or a code of a message; by default, the next instruction."
        ["explain lhu" => "an instruction", "explain CC0201" => "a finding"]
        |repl, rest| repl.explain_word(rest);
    Change: "set" [] "[byte|half|word|single|double] PLACE = VALUE" "Change a register, memory or pc."
        ["set a0 = 5" => "a register", "set $f4 = 2.5" => "a floating-point register", "set half board[3] = 8" => "memory", "set pc = main" => "continue elsewhere"]
        |repl, rest| repl.set(rest);
    Change: "exec" ["."] "INSTRUCTION" "Execute an instruction now."
        ["exec addi a0, a0, 1" => "as if it were here", ". li t0, 7" => "the same, shorter"]
        |repl, rest| repl.exec(rest);
    Change: "call" [] "FUNCTION(ARGUMENTS)" "Call a function and come back; memory that it changed stays changed."
        ["call merge(&buf, 4)" => "try out a function"]
        |repl, rest| repl.call(rest);
    Change: "input" ["in"] "TEXT | --end" "Give the program a line of input, or end its input."
        ["input 42" => "the line `42`", "input --end" => "no more input"]
        |repl, rest| repl.input(rest);
    Change: "undo" [] "" "Take back the last change, and go to where it was made."
        ["undo" => "as if it had never happened"]
        |repl, _| repl.undo();
    Other: "source" [] "FILE" "Run the commands in a file."
        ["source session.txt" => "one command per line"]
        |repl, rest| repl.source_file(rest);
    Other: "tui" [] "" "Show source, registers, stack, memory and console on a full screen."
        ["tui" => "`p` there returns to the prompt"]
        |repl, _| match repl.screen {
            super::Screen::Impossible => complain("The full screen needs a terminal."),
            _ => {
                repl.screen = super::Screen::Wanted;
                Ok(())
            }
        };
    Other: "help" ["h", "?"] "[COMMAND]" "List the commands, or explain one."
        ["help break" => "one command with examples"]
        |repl, rest| repl.help(rest);
    Other: "quit" ["q", "exit"] "" "End the debugger."
        ["q" => "end"]
        |repl, _| {
            repl.done = true;
            Ok(())
        };
}

impl Repl<'_> {
    /// Makes a move and says where it led.
    pub(super) fn go(
        &mut self,
        go: impl FnOnce(&mut crate::engine::Engine) -> Stopped,
    ) -> Result<(), Complaint> {
        let stopped = go(&mut self.engine);
        self.tell(&stopped);
        Ok(())
    }

    /// Makes a move so many times; a negative number makes the opposite one.
    fn counted(
        &mut self,
        rest: &str,
        go: fn(&mut crate::engine::Engine, u64) -> Stopped,
        opposite: fn(&mut crate::engine::Engine, u64) -> Stopped,
    ) -> Done {
        let count = self.count(rest)?;
        match count {
            0 => Ok(()),
            1.. => self.go(|engine| go(engine, count.unsigned_abs())),
            _ => self.go(|engine| opposite(engine, count.unsigned_abs())),
        }
    }
}
