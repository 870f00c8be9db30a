//! Faults of macros.

macro_rules! macro_faults {
    ($next:ident $($more:ident)*; $($rows:tt)*) => { $next! { $($more)*; $($rows)*
        /// A macro without `.end_macro`; the name is empty if it has none.
        MacroOpen { name: String } => Error MACRO_OPEN "E0701" {
            title match name.as_str() {
                "" => "the macro is never ended".to_owned(),
                name => format!("the macro `{name}` is never ended"),
            };
            label "begins here";
            advice |d, _| {
                d.help("write `.end_macro` on a line of its own after the macro's last line")
            };
            mars Statements |_| "Macro started but not ended (no .end_macro directive)";
        }

        /// `.end_macro` without `.macro`.
        StrayEndMacro => Error STRAY_END_MACRO "E0702" {
            title "there is no macro to end";
            label "";
            advice |d, _| d.help("remove it, or start the macro with `.macro name`");
            mars Statements |_| ".END_MACRO without .MACRO";
        }

        /// A macro inside of the one that begins at `outer`.
        NestedMacro { outer: Span } => Error NESTED_MACRO "E0703" {
            title "a macro cannot be defined inside another macro";
            label "";
            advice |d, _| d
                .secondary(*outer, "this macro is still open")
                .help("end it with `.end_macro` first; a macro may call others");
            mars Statements |_| "Nested macros are not allowed";
        }

        /// Something that cannot be a macro's name; empty if there is nothing.
        MacroName { name: String } => Error MACRO_NAME "E0704" {
            title match name.as_str() {
                "" => "the macro has no name".to_owned(),
                name => format!("`{name}` cannot be the name of a macro"),
            };
            label "";
            advice |d, _| d
                .note("a name begins with a letter, and is not an instruction, a register or a \
                       directive")
                .help("write `.macro name` or `.macro name %a %b`");
            mars Statements |_| format!("Invalid Macro name \"{name}\"");
        }

        /// Something that cannot be a parameter.
        MacroParameter { text: String } => Error MACRO_PARAMETER "E0705" {
            title format!("`{text}` cannot be a parameter");
            label "";
            advice |d, _| d
                .note("a parameter is `%name`, or `$name` if that is not a register")
                .help("write `.macro name %a %b`");
            mars Statements |_| format!("Invalid macro argument '{text}'");
        }

        /// A parameter that the macro does not have.
        UnknownParameter { name: String } => Error UNKNOWN_PARAMETER "E0706" {
            title match is_address_part(name) {
                true => format!("`{name}` does not exist here"),
                false => format!("there is no parameter `{name}` here"),
            };
            label "";
            advice |d, at| match is_address_part(name) {
                true => at.address_part(d),
                false if let Some(register) = at.register_behind(name) => {
                    at.write(d.help(format!("write registers without `%`: `{register}`")), register)
                }
                false => d.help(format!(
                    "list parameters in the macro's first line: `.macro name {name}`"
                )),
            };
            mars Statements |_| "Unknown macro parameter";
        }

        /// No macro of the name takes so many arguments; one is `defined` there.
        MacroArguments {
            name: String,
            got: usize,
            takes: Vec<usize>,
            defined: Span,
        } => Error MACRO_ARGUMENTS "E0707" {
            title match counts(takes).as_str() {
                "1" => format!("the macro `{name}` needs 1 argument, but got {got}"),
                takes => format!("the macro `{name}` needs {takes} arguments, but got {got}"),
            };
            label "";
            advice |d, _| d
                .secondary(*defined, "defined here")
                .note("separate arguments with blanks or commas");
            mars Statements |_| {
                format!("forward reference or invalid parameters for macro \"{name}\"")
            };
        }

        /// A macro that calls itself.
        MacroLoop { name: String } => Error MACRO_LOOP "E0708" {
            title format!("the macro `{name}` calls itself");
            label "";
            advice |d, _| d
                .note("a macro's lines replace each call, so this would never end")
                .help("write a function instead, and call it");
            mars Statements |_| "Detected a macro expansion loop (recursive reference). ";
        }

        /// Text behind `.end_macro`.
        AfterEndMacro { text: String } => Error AFTER_END_MACRO "E0709" {
            title format!("`{text}` comes after the end of the macro");
            label "";
            advice |d, _| d.help("start a new line after `.end_macro`");
            mars Statements |_| "invalid text after .END_MACRO";
        }

        /// Lines that are repeated, chosen or part of a macro, without their end.
        BlockOpen { name: String, end: &'static str } => Error BLOCK_OPEN "E0720" {
            title format!("`{name}` is never ended");
            label "begins here";
            advice |d, _| d.help(format!("write `{end}` after its last line"));
        }

        /// The end of something that was not begun.
        StrayBlockEnd { name: String } => Error STRAY_BLOCK_END "E0721" {
            title format!("there is nothing for `{name}` to end or leave");
            label "";
            advice |d, _| d.help("remove it, or write the line that begins it");
        }

        /// A call of a macro without an argument that it needs, or with one too many.
        BlockArgument {
            name: String,
            parameter: String,
            defined: Span,
            missing: bool,
        } => Error BLOCK_ARGUMENT "E0722" {
            title match missing {
                true => format!("the macro `{name}` needs a value for `{parameter}`"),
                false => format!("the macro `{name}` has no parameter for `{parameter}`"),
            };
            label "";
            advice |d, _| d
                .secondary(*defined, "defined here")
                .note("separate arguments with commas or blanks; `name=value` sets a parameter");
        }

        /// A macro that is defined again with as many parameters.
        RedefinedMacro {
            name: String,
            count: usize,
            first: Span,
        } => Warning REDEFINED_MACRO "W0701" {
            title format!(
                "the macro `{name}` with {} is defined again",
                plural(*count, "parameter")
            );
            label "defined again here";
            advice |d, _| d
                .secondary(*first, "first defined here")
                .note("calls below use this definition, calls above the first")
                .help("rename one of them");
        }
    } };
}
