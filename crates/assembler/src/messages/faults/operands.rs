//! Faults of instructions and their operands.

macro_rules! operand_faults {
    ($next:ident $($more:ident)*; $($rows:tt)*) => { $next! { $($more)*; $($rows)*
        /// A mnemonic that does not exist.
        UnknownInstruction { name: String } => Error UNKNOWN_INSTRUCTION "E0301" {
            title format!("unknown instruction `{name}`");
            label "unknown";
            advice |d, at| at.instruction(d, name);
            venus format!("instruction with name {name} not found");
            mars Statements |_| format!("\"{name}\" is not a recognized operator");
        }

        /// No form of the instruction has this number of operands. `4(sp)` counts as two in `got`
        /// and `want`, and as one in `written` and `takes`.
        OperandCount {
            name: String,
            got: usize,
            want: Vec<usize>,
            written: usize,
            takes: Vec<usize>,
            forms: Vec<String>,
            pseudo: bool,
        } => Error OPERAND_COUNT "E0302" {
            title format!("`{name}` does not take {}", plural(*written, "operand"));
            label format!("has {}, needs {}", plural(*written, "operand"), counts(takes));
            advice |d, _| forms.iter().take(3).fold(d, |d, form| d.help(format!("write `{form}`")));
            venus match (pseudo, want.first().unwrap_or(&0)) {
                (true, _) => "wrong # of arguments".to_owned(),
                (false, want) => format!("got {got} arguments but expected {want}"),
            };
        }

        /// A word where a register belongs.
        UnknownRegister { text: String, bank: Bank } => Error UNKNOWN_REGISTER "E0303" {
            title format!("unknown register `{text}`");
            label "unknown";
            advice |d, at| at.register(d, text, *bank);
            venus format!("register {text} not recognized");
            mars Statements |_| format!("\"{text}\": operand is of incorrect type");
        }

        /// Another word of the same statement where a register belongs. Classic assemblers stop at
        /// the first.
        FurtherRegister { text: String, bank: Bank } => Error UNKNOWN_REGISTER {
            title format!("unknown register `{text}`");
            label "unknown";
            advice |d, at| at.register(d, text, *bank);
        }

        /// A register of the other bank.
        WrongBank { text: String, bank: Bank } => Error WRONG_BANK "E0304" {
            title format!("`{text}` is not {}", wanted_name(WantedOperand::Register(*bank)));
            label "";
            advice |d, at| d.help(match bank {
                Bank::Int | Bank::Hidden => at.tables.dialect.words.some_integer_registers,
                Bank::Float => at.tables.dialect.words.some_float_registers,
            });
            venus match bank {
                Bank::Float => format!("Register {text} is not a floating point register"),
                Bank::Int | Bank::Hidden => format!("Register {text} is not an integer register"),
            };
            mars Statements |_| format!("\"{text}\": operand is of incorrect type");
        }

        /// A number that does not fit.
        ImmediateRange {
            name: &'static str,
            text: String,
            value: i64,
            low: i64,
            high: i64,
        } => Error IMMEDIATE_RANGE "E0305" {
            title format!("{} does not fit `{name}`", quoted(text, *value));
            label "";
            advice |d, _| d.note(format!("`{name}` takes numbers from {low} to {high}"));
            venus format!(
                "immediate {text} (= {value}) out of range (should be between {low} and {high})"
            );
            mars Statements |_| format!("\"{text}\": operand is out of range");
        }

        /// A number that is no multiple of `step`.
        ImmediateStep {
            name: &'static str,
            text: String,
            value: i64,
            step: i64,
        } => Error IMMEDIATE_STEP "E0306" {
            title format!("{} for `{name}` is not a multiple of {step}", quoted(text, *value));
            label "";
            advice |d, _| {
                let below = value.div_euclid(*step) * step;
                d.help(format!("the nearest multiples are {below} and {}", below + step))
            };
            mars Statements |_| format!("\"{text}\": operand is out of range");
        }

        /// An operand of another kind.
        OperandKind {
            name: String,
            text: String,
            found: &'static str,
            wanted: WantedOperand,
            forms: Vec<String>,
        } => Error OPERAND_KIND "E0307" {
            title match (*found, wanted) {
                _ if is_fraction(text) => format!("`{text}` is not a whole number"),
                (LABEL | CONSTANT, WantedOperand::Register(_) | WantedOperand::Base) => {
                    format!("`{text}` is {found}, but `{name}` needs a register here")
                }
                _ => format!("`{name}` needs {} instead of `{text}`", wanted_name(*wanted)),
            };
            label match is_fraction(text) {
                true => String::new(),
                false => format!("this is {found}"),
            };
            advice |d, at| match is_fraction(text) {
                true => at.numeral_advice(d, text),
                false => at.forms(d, forms),
            };
            venus match wanted {
                WantedOperand::Register(_) | WantedOperand::Pair | WantedOperand::Base => {
                    format!("register {text} not recognized")
                }
                WantedOperand::Number | WantedOperand::Name(_) => format!("undefined symbol: {text}"),
                WantedOperand::Label => format!("label {text} used but not defined"),
            };
            mars Statements |_| format!("\"{text}\": operand is of incorrect type");
        }

        /// A jump beyond its reach.
        TooFar {
            name: &'static str,
            target: String,
            distance: i64,
            low: i64,
            high: i64,
            branch: bool,
        } => Error TOO_FAR "E0308" {
            title format!("`{target}` is too far away for `{name}`");
            label format!("{distance} bytes away");
            advice |d, at| {
                let d = d.note(format!("`{name}` reaches from {low} to {high} bytes"));
                match branch {
                    true => d.help(format!(
                        "branch around a jump: reverse the condition, and branch to a label after \
                         `j {target}`"
                    )),
                    false => d.help(at.tables.dialect.words.far_jump),
                }
            };
            venus format!("branch to {target} too far");
            mars Statements |_| match (branch, *high) {
                (true, ..0x2000) => "Branch target word address beyond 12-bit range".to_owned(),
                (true, _) => format!("\"{target}\" is too far away for \"{name}\""),
                (false, ..0x20_0000) => "Jump target word address beyond 20-bit range".to_owned(),
                (false, _) => "Jump target word address beyond 26-bit range".to_owned(),
            };
        }

        /// A jump out of the part of memory that it can reach.
        OtherRegion { name: &'static str, target: String } => Error TOO_FAR {
            title format!("`{target}` is too far away for `{name}`");
            label "";
            advice |d, at| d
                .note(format!("`{name}` reaches only the 256 MiB of memory that it is in"))
                .help(at.tables.dialect.words.far_jump);
            mars Statements |_| "Jump target word address beyond 26-bit range";
        }

        /// A compressed instruction with operands that it cannot hold.
        NotCompressible { name: &'static str } => Error NOT_COMPRESSIBLE "E0309" {
            title format!("`{name}` cannot take these operands");
            label "";
            advice |d, at| {
                let short = at.tables.isa.compressed.iter().find(|c| c.name == *name);
                let full = short.map_or("the full one", |c| c.base);
                d.note("16-bit instructions take only some registers and small numbers")
                    .help(format!("write `{full}`"))
            };
        }

        /// A pseudo-instruction where none may be written.
        PseudoForbidden { form: String, expansion: String } => Error PSEUDO_FORBIDDEN "E0310" {
            title format!("`{form}` is a pseudo-instruction");
            label "";
            advice |d, _| d.help(format!("write its expansion: `{expansion}`"));
            mars Statements |_| {
                "Extended (pseudo) instruction or format not permitted.  See Settings."
            };
        }

        /// A number cut to 32 bits.
        CutNumber { text: String, value: i64 } => Warning CUT_NUMBER "W0201" {
            title format!("`{text}` is truncated to 32 bits");
            label "";
            advice |d, _| {
                let (signed, bits) = (*value as i32, *value as u32);
                d.note(format!("the value used is {signed} ({bits:#x})"))
            };
        }

        /// A jump to a number.
        NumericTarget { text: String, branch: bool } => Warning NUMERIC_TARGET "W0301" {
            title format!("`{text}` is used as a distance in bytes");
            label "";
            advice |d, _| d.help("jump to a label instead: distances change whenever the program \
                                  does");
            venus match branch {
                true => "Interpreting the label as an offset!; ",
                false => "Interpreting label as offset!; ",
            };
        }

        /// A register that cannot hold a double.
        OddDouble { text: String } => Warning ODD_DOUBLE "W0303" {
            title format!("`{text}` is odd: a double takes an even register and the next one");
            label "";
            advice |d, _| d
                .note("the program will stop here")
                .help("use an even register: `$f0`, `$f2`, …, `$f30`");
        }
    } };
}
