//! Faults of labels, constants and expressions.

macro_rules! symbol_faults {
    ($next:ident $($more:ident)*; $($rows:tt)*) => { $next! { $($more)*; $($rows)*
        /// A label defined again.
        DuplicateLabel { name: String, first: Span } => Error DUPLICATE_LABEL "E0401" {
            title format!("`{name}` is defined twice");
            label "defined again here";
            advice |d, _| d
                .secondary(*first, "first defined here")
                .help("rename one of them");
            venus format!("label {name} defined twice");
            mars Statements |_| format!("label \"{name}\" already defined");
        }

        /// A name without definition.
        UndefinedSymbol {
            name: String,
            similar: Vec<String>,
            local_in: Option<Span>,
            branch: bool,
            /// Whether it is among data.
            data: bool,
        } => Error UNDEFINED_SYMBOL "E0402" {
            title match is_numeric(name) {
                true => format!("`{name}` is not a whole number"),
                false => format!("`{name}` is not defined"),
            };
            label match is_numeric(name) {
                true => "",
                false => "not defined",
            };
            advice |d, at| at.undefined(d, name, similar, *local_in);
            venus match branch {
                true => format!("could not find label {name}"),
                false => format!("label {name} used but not defined"),
            };
            mars Names |_| format!("Symbol \"{name}\" not found in symbol table.");
        }

        /// A global label in two files.
        DuplicateGlobal { name: String, first: Span } => Error DUPLICATE_GLOBAL "E0403" {
            title format!("the global label `{name}` is defined in two files");
            label "defined here";
            advice |d, _| d
                .secondary(*first, "also defined here")
                .help("rename one of them, or remove its `.globl`");
            venus format!("label {name} defined global in two different files");
            mars Statements |_| {
                format!("\"{name}\" already defined as global in a different file.")
            };
        }

        /// A constant defined again.
        RedefinedConstant { name: String, first: Span } => Error REDEFINED_CONSTANT "E0404" {
            title format!("the constant `{name}` is defined twice");
            label "defined again here";
            advice |d, at| d.secondary(*first, "first defined here").help(match at.has(".equ") {
                true => "use `.equ` for a constant that may change",
                false => "rename one of them",
            });
            venus format!("attempt to redefine {name}");
            mars Words |_| format!("\"{name}\" is already defined");
        }

        /// A constant that needs its own value, maybe through another one.
        CircularConstant {
            name: String,
            through: Option<(String, Span)>,
        } => Error CIRCULAR_CONSTANT "E0405" {
            title format!("the constant `{name}` depends on itself, or on too many others");
            label match through {
                Some((name, _)) => format!("this depends on `{name}`"),
                None => String::new(),
            };
            advice |d, _| match through {
                Some((_, place)) => d
                    .secondary(*place, format!("this depends on `{name}`"))
                    .help("give one of them a number"),
                None => d.help("give it a number"),
            };
            mars Words |_| format!("Cannot substitute {name} for itself in .eqv directive");
        }

        /// A division by zero.
        DivisionByZero => Error DIVISION_BY_ZERO "E0406" {
            title "division by zero";
            label "";
            advice |d, _| d;
        }

        /// A value that must be known at this point.
        NotConstant { text: String } => Error NOT_CONSTANT "E0407" {
            title format!("the value of `{text}` must be known here");
            label "";
            advice |d, at| d.help(match at.has(".equ") {
                true => "use a number, or a constant defined above with `.equ`",
                false => "use a number",
            });
            venus format!("{text} not a valid argument");
            mars Statements |_| format!("\"{text}\" is not a valid integer constant or label");
        }

        /// No numeric label in that direction.
        MissingLocal {
            number: String,
            direction: LabelDirection,
            defined: bool,
        } => Error MISSING_LOCAL "E0408" {
            title match direction {
                LabelDirection::Forward => format!("there is no `{number}:` below"),
                LabelDirection::Backward => format!("there is no `{number}:` above"),
            };
            label "";
            advice |d, at| missing_local_advice(d, at.span, number, *direction, *defined);
            venus venus_text::missing_local(number, *direction, *defined);
        }

        /// `%pcrel_lo` without its partner.
        NoPcrelHi { text: String } => Error NO_PCREL_HI "E0409" {
            title format!("`{text}` does not name an instruction with `%pcrel_hi`");
            label "";
            advice |d, _| d
                .note(
                    "`%pcrel_lo` needs the label of the `auipc` with the `%pcrel_hi`, not the \
                     symbol",
                )
                .help("write `1: auipc a0, %pcrel_hi(x)`, then `addi a0, a0, %pcrel_lo(1b)`")
                .help("or write `la a0, x`, which does both");
        }

        /// A register inside an expression.
        RegisterInExpression { text: String } => Error REGISTER_IN_EXPRESSION "E0410" {
            title format!("the register `{text}` cannot be part of an expression");
            label "";
            advice |d, at| d
                .note("expressions are computed before the program runs")
                .help(format!(
                    "to compute with registers, use an instruction: `{} {}`",
                    at.tables.isa.idioms.add_number,
                    at.syntax(at.tables.isa.idioms.add_number)
                ));
        }

        /// A symbol that is also a register.
        SymbolIsRegister { name: String } => Warning SYMBOL_IS_REGISTER "W0302" {
            title format!("`{name}` is a register, but is used as the symbol with that name");
            label "";
            advice |d, _| d.help("rename the symbol");
            venus "You are using the load pseudoinstruction which takes in rd, symbol and the \
                   symbol matches a register name.";
        }

        /// `main` is there, but not global.
        MainNotGlobal { address: u32 } => Warning MAIN_NOT_GLOBAL "W0401" {
            title format!("the program starts at {address:#010x}, not at `main`");
            label "not global";
            advice |d, at| at.insert_before(d.help("write `.globl main` to start there"), ".globl main\n");
        }

        /// A global name that no file defines.
        UndefinedGlobal {
            name: String,
            similar: Vec<String>,
        } => Warning UNDEFINED_GLOBAL "W0402" {
            title format!("`{name}` is declared global, but not defined");
            label "not defined";
            advice |d, at| at.propose(d, "label", similar, at.span);
            mars Statements |_| format!("\"{name}\" declared global label but not defined.");
        }

        /// There is nothing to run.
        NoInstructions => Warning NO_INSTRUCTIONS "W0403" {
            title "the program has no instructions";
            label "";
            advice |d, at| {
                let example = at.tables.dialect.words.instruction;
                d.help(format!("instructions belong in `.text`, one per line: `{example}`"))
            };
        }
    } };
}
