//! Faults of files, memory and limits.

macro_rules! limit_faults {
    ($next:ident $($more:ident)*; $($rows:tt)*) => { $next! { $($more)*; $($rows)*
        /// A file that could not be read. `importer` is the file that asked for it.
        Load {
            path: String,
            relative: bool,
            importer: Option<Importer>,
            why: LoadFailure,
        } => Error (match why {
            LoadFailure::NotFound => FILE_MISSING,
            LoadFailure::NotAllowed => FILE_FORBIDDEN,
            LoadFailure::Unreadable(_) => FILE_UNREADABLE,
            LoadFailure::TooLarge => SOURCE_LIMIT,
        }) {
            title load_title(path, why);
            label "";
            advice |d, at| {
                let imports = importer.is_some() && at.has(".import");
                load_advice(d, *relative, imports, why)
            };
            venus venus_text::load(path, *relative, importer.as_ref(), why);
            mars Words |_| match why {
                LoadFailure::NotFound | LoadFailure::Unreadable(_) => {
                    format!("Error reading include file {path}")
                }
                LoadFailure::NotAllowed | LoadFailure::TooLarge => {
                    mars_text::ours(&load_title(path, why))
                }
            };
        }

        /// More source than allowed.
        SourceLimit { what: &'static str, limit: u64 } => Error SOURCE_LIMIT "E0504" {
            title format!("more than {limit} {what}");
            label "";
            advice |d, _| d;
        }

        /// `#error`
        UserError { message: String } => Error USER_ERROR "E0505" {
            title match message.as_str() {
                "" => "`#error`",
                message => message,
            };
            label "";
            advice |d, _| d;
        }

        /// `.warning`
        UserWarning { message: String } => Warning USER_WARNING "W0520" {
            title message.as_str();
            label "";
            advice |d, _| d;
        }

        /// A definition that grows without bounds.
        ExpansionLimit { name: String } => Error EXPANSION_LIMIT "E0506" {
            title format!("`{name}` expands to too much text");
            label "";
            advice |d, _| d;
        }

        /// A file that includes itself.
        IncludeLoop { path: String } => Error INCLUDE_LOOP "E0507" {
            title format!("`{path}` includes itself");
            label "";
            advice |d, _| {
                d.help("remove the `.include` that leads back to a file that is already being read")
            };
            mars Words |_| format!("Recursive include of file {path}");
        }

        /// Too much data.
        DataLimit { size: u64, limit: u64 } => Error DATA_LIMIT "E0601" {
            title format!("{size} bytes of data are too much: there is room for {limit}");
            label "";
            advice |d, _| d;
        }

        /// Too many or too large variables that no file defines.
        ExternLimit { size: u64, limit: u64 } => Error DATA_LIMIT {
            title format!(
                "{size} bytes of `.extern` variables are too much: there is room for {limit}"
            );
            label "";
            advice |d, _| d;
        }

        /// Too much code.
        TextLimit { size: u64, limit: u64 } => Error TEXT_LIMIT "E0602" {
            title format!("{size} bytes of instructions are too much: there is room for {limit}");
            label "";
            advice |d, _| d;
        }

        /// The list of errors was cut; `more` if not even all of them were counted.
        TooMany {
            errors: usize,
            warnings: usize,
            more: bool,
        } => Note TOO_MANY "E0604" {
            title too_many(*errors, *warnings, *more);
            label "";
            advice |d, _| {
                let (errors, warnings, more) = (*errors, *warnings, *more);
                d.for_unshown(Unshown { errors, warnings, more })
            };
        }

        /// Two statements that fill the same memory.
        Overlap { address: u32, first: Span } => Error OVERLAP "E0605" {
            title format!("the memory at {address:#010x} is filled twice");
            label "filled again here";
            advice |d, _| d
                .secondary(*first, "first filled here")
                .help("remove one of the addresses, or choose another");
            mars Statements |scene| {
                let (file, line) = (scene.place)(*first);
                format!(
                    "Duplicate text segment address: 0x{address:08x} already occupied by {file} \
                     line {line} (caused by use of .text operand)"
                )
            };
        }

        /// A word that the simulator of the language cannot read.
        RefusedWord {
            title: String,
            said: String,
            by: &'static str,
            code: Code,
            help: Option<String>,
        } => Error (*code) {
            title title.clone();
            label "";
            advice |d, _| refusal_advice(d, by, said, help.as_deref());
            mars Words |_| said.clone();
        }

        /// A statement that the simulator of the language does not accept.
        RefusedStatement {
            title: String,
            said: String,
            by: &'static str,
            code: Code,
            help: Option<String>,
        } => Error (*code) {
            title title.clone();
            label "";
            advice |d, _| refusal_advice(d, by, said, help.as_deref());
            mars Statements |_| said.clone();
        }

        /// Something that the simulator of the language accepts with a remark.
        Remark { title: String, said: String } => Warning SKIPPED_DIRECTIVE {
            title title.clone();
            label "";
            advice |d, _| d;
            mars Statements |_| said.clone();
        }

        /// Data that take the place of others.
        ReplacedData { address: u32, first: Span } => Warning REPLACED_DATA "W0601" {
            title format!("the data at {address:#010x} is overwritten");
            label "filled again here";
            advice |d, _| d
                .secondary(*first, "first filled here")
                .note("the later line wins; `.space` keeps what is there")
                .help("remove one of the addresses, or choose another");
        }
    } };
}
