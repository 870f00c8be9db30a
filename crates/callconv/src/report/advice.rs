//! What to do about a finding. Nothing is proposed that the function uses already.

use super::FindingReporter;
use crate::finding::{Finding, RestoreFault, What};
use crate::free::FreeRegisters;
use diag::number::count;
use machine::isa::{Argument, Bank, IsaDesc, Reg};

impl FindingReporter<'_> {
    pub(super) fn advice(&self, finding: &Finding) -> Vec<String> {
        let more = match finding.what {
            What::CallersFrame { address, frame, .. } => {
                self.stack_argument(finding, address.wrapping_sub(frame))
            }
            _ => None,
        };
        self.help(finding).into_iter().chain(more).collect()
    }

    fn help(&self, finding: &Finding) -> Option<String> {
        let words = Words::of(self.desc);
        let sp = self.name(self.desc.abi.sp);
        let inside = self.function(finding);
        Some(match finding.what {
            What::NotRestored { reg, cause, .. } => self.help_restore(finding, reg, cause),
            What::StackPointer { before, after } => self.help_stack(finding, before, after),
            What::ReturnAddressLost { .. } => {
                let ra = self.desc.abi.ra;
                self.meant_to_load(finding, ra)
                    .unwrap_or_else(|| self.help_save(finding, ra))
            }
            What::WrongReturn { .. } => {
                let ra = self.desc.abi.ra;
                let restore = || {
                    let ra = self.name(ra);
                    format!("{ra} must hold the value that it had when {inside} was called")
                };
                self.meant_to_load(finding, ra).unwrap_or_else(restore)
            }
            What::AfterCall { reg, .. } => format!(
                "{}: a call may change {}, even if this one does not today",
                self.keep_value(finding),
                self.name(reg)
            ),
            What::NoResult {
                function,
                given_back: true,
                ..
            } => format!(
                "if `{0}` has a result, it should set it; if it gives its argument back on purpose, \
                 write `# jal: returns 1` above its label; if it has no result, {1}",
                self.label(function),
                self.keep_value(finding)
            ),
            What::NoResult { reg, function, .. } => format!(
                "either `{}` should set {} before it returns, or the value is meant to be in \
                 another register",
                self.label(function),
                self.name(reg)
            ),
            What::NoArgument {
                reg,
                argument: true,
            } => match self.argument_lost(finding, reg) {
                Some(_) => format!("set {} again before the call of {inside}", self.name(reg)),
                None => format!(
                    "set {} before the call, or do not use it in {inside}",
                    self.name(reg)
                ),
            },
            What::NoArgument { .. } => format!(
                "{}: on entry, every other register that a call may change can hold anything",
                self.pass_value(finding)
            ),
            What::ResultNotSet { reg } => format!(
                "set {} on every path to the return: its caller finds the result there",
                self.name(reg)
            ),
            What::NeverWritten { reg } => format!(
                "set {} first: another simulator, or another caller, may have a different value \
                 in it",
                self.name(reg)
            ),
            What::CallersValue { reg } => format!(
                "{} holds whatever the caller had in it; {}",
                self.name(reg),
                self.pass_value(finding)
            ),
            What::BelowStack { .. } => match self.body(finding).moves().is_empty() {
                true => format!("make room first: {}, then use 0({sp}) and up", words.room),
                false => format!(
                    "make room first: what is below {sp} is not yours; take more bytes from {sp} at \
                     the beginning of {inside}, give as many back at its end, and use the new \
                     places",
                ),
            },
            What::CallersFrame { .. } => match self.body(finding).frame() {
                Some((_, size)) => format!(
                    "the frame of {inside} has {}: use offsets from 0 to {}, or make it larger",
                    count(size.into(), "byte"),
                    size.saturating_sub(4)
                ),
                None => format!(
                    "make room first, at the beginning of {inside}: {}; what it subtracts from \
                     {sp} must cover everything that it uses",
                    words.room
                ),
            },
            What::Unwritten { .. } => {
                "store a value there before loading it; is the offset the one that you stored to?"
                    .to_string()
            }
            What::OutsideStack { new, top, .. } if new > top => {
                format!("{sp} was moved up more often, or farther, than down")
            }
            What::OutsideStack { .. } => {
                format!("{sp} is moved down very far at once: is the number right?")
            }
            What::Misaligned { alignment, .. } => {
                format!("make every frame a multiple of {alignment} bytes")
            }
            What::Reserved { .. }
            | What::KernelsValue { .. }
            | What::ExceptionsValue { .. }
            | What::NotAStack { .. } => self.another_register(finding),
            What::AboveEntry { .. } => format!(
                "never raise {sp} above what it was on entry, not even for a moment: {}",
                self.another_register(finding)
            ),
            What::FellThrough { .. } | What::RanOff => {
                format!("end {inside} with `{}`", words.ret)
            }
            What::WroteCode { .. } => {
                "is the address right? Put data that change into `.data`".to_string()
            }
            What::LowAccess { .. } => format!(
                "set the base register first: `{}` loads the address of a label",
                self.desc.idioms.load_address[0]
            ),
            What::OddAddress { size, .. } => format!(
                "multiply an index by {size}; write `.align {}` before the label of the data",
                size.trailing_zeros()
            ),
            What::NewMemory { .. } => {
                "store a value there before loading it; is the offset the one that you stored to?"
                    .to_string()
            }
            What::DividedByZero { reg } => {
                format!("test {} before dividing", self.name(reg))
            }
            What::NoString { reg, .. } => format!(
                "put the address of the string into {0}: `{1} {0}, label`; a load would put its \
                 first characters there",
                self.name(reg),
                self.desc.idioms.load_address[0]
            ),
            What::CallWithout { reg, call } => format!(
                "set {} before the call: `jal explain {call}` says to what",
                self.name(reg)
            ),
            What::Switched { .. } => return None,
            What::TooDeep { .. } => format!(
                "a recursion so deep rarely ends: check that {inside} has a case in which it does \
                 not call itself"
            ),
        })
    }

    /// The registers that the function of a finding leaves free.
    fn free(&self, finding: &Finding) -> FreeRegisters {
        let body = self.body(finding);
        FreeRegisters::new(self.desc, body.used(), body.has_calls())
    }

    /// How to keep a value over a call.
    fn keep_value(&self, finding: &Finding) -> String {
        let inside = self.function(finding);
        match (self.free(finding).saved(), finding.calls.is_empty()) {
            (Some(saved), true) => format!(
                "keep the value in a saved register that nothing else uses, such as {saved}"
            ),
            (Some(saved), false) => format!(
                "keep the value in {saved}, which {inside} does not use yet and then must save and \
                 restore, or store it on the stack before the call"
            ),
            (None, _) => "store the value on the stack before the call, and load it again after it"
                .to_string(),
        }
    }

    /// How to pass a value to a function.
    fn pass_value(&self, finding: &Finding) -> String {
        match self.free(finding).argument() {
            Some(free) => format!(
                "pass the value as an argument, in {free}, which {} does not use yet",
                self.function(finding)
            ),
            None => "pass the value as an argument on the stack: all argument registers are in use"
                .to_string(),
        }
    }

    /// A register to use instead.
    fn another_register(&self, finding: &Finding) -> String {
        let free = self.free(finding);
        match free.temporary(false).or_else(|| free.saved()) {
            Some(other) => format!("use another register, for example {other}"),
            None => "use another register, or the stack".to_string(),
        }
    }

    fn help_restore(&self, finding: &Finding, reg: Reg, cause: RestoreFault) -> String {
        let name = self.name(reg);
        if let Some(meant) = self.meant_to_load(finding, reg) {
            return meant;
        }
        match cause {
            RestoreFault::NeverSaved
            | RestoreFault::Luck
            | RestoreFault::WrongPlace { save: None, .. } => {
                let save = self.help_save(finding, reg);
                match self.spare(finding, reg) {
                    Some(spare) => format!(
                        "{save}; or use a register that need not be preserved, such as {spare}"
                    ),
                    None => save,
                }
            }
            RestoreFault::NotLoaded { .. } => {
                format!("load {name} again on every path to the return, from where it was saved")
            }
            RestoreFault::WrongPlace { .. } => {
                format!("load {name} from the offset at which it was saved")
            }
            RestoreFault::Width { .. } if reg.bank() == Bank::Float => {
                format!("save and restore all eight bytes of {name}")
            }
            RestoreFault::Width { .. } => format!("use `sw` and `lw`: {name} has four bytes"),
            RestoreFault::Overwritten { .. } => {
                format!("store at another offset, or give {name} its own place")
            }
        }
    }

    /// That a store is written where the load was meant.
    fn meant_to_load(&self, finding: &Finding, reg: Reg) -> Option<String> {
        let (at, access) = self.body(finding).store_for_load(finding.pc, reg)?;
        let store = self.code().name(at)?;
        let load = self.desc.idioms.restores(store);
        let (name, sp, offset) = (self.name(reg), self.name(access.base), access.offset);
        Some(format!(
            "did you mean `{load} {name}, {offset}({sp})`? `{store}` stores {name} once more"
        ))
    }

    /// How to save a register and restore it, in a frame that is there or in a new one.
    fn help_save(&self, finding: &Finding, reg: Reg) -> String {
        let (words, name, body) = (Words::of(self.desc), self.name(reg), self.body(finding));
        let inside = self.function(finding);
        if reg.bank() != Bank::Int {
            // Only people know whether it is a double.
            return format!("store {name} on the stack first, and load it again before the return");
        }
        let save = self.desc.idioms.save_of(reg.bank());
        let (store, load) = (save.store, self.desc.idioms.restores(save.store));
        if body.moves().is_empty() {
            let Words { add, sp, frame, .. } = words;
            let slot = frame - 4;
            return format!(
                "at the beginning of {inside}: {}, `{store} {name}, {slot}({sp})`; before the \
                 return: `{load} {name}, {slot}({sp})`, `{add} {sp}, {sp}, {frame}`",
                words.room
            );
        }
        let Words { add, sp, .. } = words;
        match body.frame() {
            // What lies above its frame moves away from the stack pointer.
            Some((_, size)) if !body.reads_above(size) => {
                let larger = size + words.frame;
                format!(
                    "enlarge the frame of {inside} from {size} to {larger} bytes \
                     (`{add} {sp}, {sp}, -{larger}`, `{add} {sp}, {sp}, {larger}`), save it at the \
                     beginning: `{store} {name}, {size}({sp})`, and restore it before the return: \
                     `{load} {name}, {size}({sp})`"
                )
            }
            _ => format!(
                "enlarge the frame of {inside}, store {name} in the new place at the beginning, \
                 and load it again before the return"
            ),
        }
    }

    /// A register that may be changed and that the function does not use. Calls may change it, so
    /// there is none in a function that calls others.
    fn spare(&self, finding: &Finding, reg: Reg) -> Option<&'static str> {
        let free = self.free(finding).temporary(false);
        free.filter(|_| reg.bank() == Bank::Int)
    }

    fn help_stack(&self, finding: &Finding, before: u32, after: u32) -> String {
        let Words { add, sp, .. } = Words::of(self.desc);
        let inside = self.function(finding);
        let missing = i64::from(before) - i64::from(after);
        let body = self.body(finding);
        if let Some((_, size)) = body.frame() {
            let moves = body.moves_before(finding.pc).into_iter();
            let gives: Vec<Option<i32>> = moves
                .map(|one| one.by)
                .filter(|by| by.is_none_or(|by| by > 0))
                .collect();
            // Only what makes both the same is right for sure.
            match gives[..] {
                [] if missing == i64::from(size) => {
                    return format!(
                        "give back before the return what was taken: `{add} {sp}, {sp}, {size}`"
                    );
                }
                [Some(give)] if i64::from(give) + missing == i64::from(size) => {
                    return format!(
                        "give back as much as was taken: `{add} {sp}, {sp}, {size}` instead of {give}"
                    );
                }
                _ => {}
            }
        }
        format!(
            "every path to the return must add as much to {sp} as the beginning of {inside} \
             subtracted: {} here",
            match missing {
                0.. => format!("{missing} more"),
                _ => format!("{} less", -missing),
            }
        )
    }

    /// How to say that something above the frame is an argument.
    fn stack_argument(&self, finding: &Finding, above: u32) -> Option<String> {
        let is_there = |index: &usize| self.desc.abi.argument(*index) == Argument::Stack(above);
        let first = self.desc.abi.args.len();
        let number = (first..first + MOST_ARGUMENTS).find(is_there)? + 1;
        let inside = self.function(finding);
        Some(format!(
            "if this is an argument on the stack, the {}, write `# jal: args {number}` above the \
             label of {inside}, and have its caller store it there",
            ordinal(number)
        ))
    }
}

/// Arguments on the stack that are worth a thought.
const MOST_ARGUMENTS: usize = 4;

/// `9th`
fn ordinal(number: usize) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// What a program for a machine would write.
pub(super) struct Words {
    sp: &'static str,
    add: &'static str,
    frame: u32,
    ret: &'static str,
    room: String,
}

impl Words {
    pub(super) fn of(desc: &'static IsaDesc) -> Words {
        let abi = desc.abi;
        let name = |reg: Reg| {
            let mut known = desc.registers.iter();
            known.find(|r| r.reg == reg).map_or("", |r| r.name)
        };
        let sp = name(abi.sp);
        let add = desc.idioms.move_pointer;
        let frame = abi.stack_alignment.max(8);
        Words {
            sp,
            add,
            frame,
            ret: desc.idioms.ret,
            room: format!("`{add} {sp}, {sp}, -{frame}`"),
        }
    }
}
