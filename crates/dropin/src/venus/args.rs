//! The arguments: flags match by their exact spelling and may stand anywhere; the first argument
//! that is none names the file, all others go to the program.

use std::ffi::OsString;

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// The help text.
    Help,
    /// The version.
    Version,
    /// Serving files to the browser version, which is not part of this program; the flag.
    Mount(String),
    /// Anything else.
    Go(Box<VenusArgs>),
}

/// The values of all flags, and the positional arguments.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct VenusArgs {
    /// The file to assemble, as given.
    pub file: Option<String>,
    /// Arguments of the program.
    pub program: Vec<Vec<u8>>,
    /// `-l`: further files, separated by `;`.
    pub libs: String,
    /// `--def`: definitions for the preprocessor, separated by `;`.
    pub defines: String,
    /// `-r`: width of a register.
    pub reg_width: Option<String>,
    /// The trace.
    pub trace: TraceArgs,
    /// `-d`: print the machine code instead of running.
    pub dump: bool,
    /// `-cdf`: where the final state goes as JSON.
    pub core_json: Option<String>,
    /// `-cdft`: where the final state goes as text.
    pub core_text: Option<String>,
    /// `-ur`: begin with all registers zero and without arguments.
    pub unset_registers: bool,
    /// `-n`: print nothing but the number of steps.
    pub count_steps: bool,
    /// `-it`: stores to the text are errors.
    pub immutable_text: bool,
    /// `-ms`: how many steps a run may have; none if negative.
    pub max_steps: i64,
    /// `-ahs`: allow accesses between heap and stack.
    pub allow_gap: bool,
    /// `-mc`, `-mcv`: watch accesses to memory.
    pub memcheck: bool,
    /// `-mcv`: and tell everything.
    pub memcheck_verbose: bool,
    /// `-eoe`: only an exit call ends the program.
    pub only_exit_call: bool,
    /// `-cc`: check the calling convention.
    pub calling_convention: bool,
    /// `--retToAllA`: all argument registers hold results of a call.
    pub ret_to_all_a: bool,
    /// `-cf`: where the coverage goes as text.
    pub coverage: Option<String>,
    /// `-jcf`: where the coverage goes as JSON.
    pub json_coverage: Option<String>,
    /// `-wd`: the directory for files of the program.
    pub working_dir: Option<String>,
    /// `-fa`: the file argument is the source itself.
    pub is_source: bool,
}

/// What the trace flags ask for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TraceArgs {
    /// `-t`: trace.
    pub on: bool,
    /// `-tf`: a file with the pattern.
    pub file: Option<String>,
    /// `-tp`: the pattern.
    pub pattern: Option<String>,
    /// `-tb`: the radix of numbers.
    pub radix: u32,
    /// `-ti`: show the state before each instruction.
    pub inst_first: bool,
    /// `-tw`: count addresses in words.
    pub word_pc: bool,
    /// `-ts`: show a pipeline of two stages.
    pub two_stage: bool,
    /// `-tn`: exactly this many lines, if positive.
    pub lines: i64,
}

/// The step limit without `-ms`.
const MAX_STEPS: i64 = 500_000;

/// Reads the arguments, without the program's name. An error is a sentence for the user.
pub(super) fn parse(arguments: &[OsString]) -> Result<Wish, String> {
    if arguments.is_empty() {
        return Ok(Wish::Help);
    }
    let mut args = VenusArgs {
        max_steps: MAX_STEPS,
        ..VenusArgs::default()
    };
    args.trace.radix = 2;
    args.trace.lines = -1;
    let mut rest = arguments.iter();
    let mut only_positional = false;
    while let Some(argument) = rest.next() {
        let text = argument.to_string_lossy();
        let flag = if only_positional { "" } else { &*text };
        match flag {
            "--" => only_positional = true,
            "-h" | "--help" => return Ok(Wish::Help),
            "-v" | "--version" => return Ok(Wish::Version),
            "-dm" | "-p" | "--host" | "-kp" | "-k" | "-ttl" => {
                return Ok(Wish::Mount(flag.to_owned()));
            }
            _ if args.switch(flag) => {}
            _ if takes_value(flag) => {
                let value = rest
                    .next()
                    .ok_or_else(|| format!("No argument for flag {flag}"))?;
                args.set(flag, &value.to_string_lossy())?;
            }
            _ if args.file.is_none() => args.file = Some(text.into_owned()),
            _ => args.program.push(argument.as_encoded_bytes().to_vec()),
        }
    }
    Ok(Wish::Go(Box::new(args)))
}

impl VenusArgs {
    /// Whether the calling convention is checked: a trace and a dump leave `-cc` out.
    pub(super) fn checks_convention(&self) -> bool {
        self.calling_convention && !self.trace.on && !self.dump
    }

    /// Sets a flag that has no value; false if there is none of this name.
    fn switch(&mut self, flag: &str) -> bool {
        let field = match flag {
            "-t" | "--trace" => &mut self.trace.on,
            "-ti" | "--traceInstFirst" => &mut self.trace.inst_first,
            "-tw" | "--tracePCWordAddr" => &mut self.trace.word_pc,
            "-ts" | "--traceTwoStage" => &mut self.trace.two_stage,
            "-d" | "--dump" => &mut self.dump,
            "-ur" | "--unsetRegisters" => &mut self.unset_registers,
            "-n" | "--numberCycles" => &mut self.count_steps,
            "-it" | "--immutableText" => &mut self.immutable_text,
            "-ahs" | "--AllowHSAccess" => &mut self.allow_gap,
            "-mc" | "--memcheck" => &mut self.memcheck,
            "-mcv" | "--memcheckVerbose" => {
                self.memcheck = true;
                &mut self.memcheck_verbose
            }
            "-eoe" | "--ecallOnlyExit" => &mut self.only_exit_call,
            "-cc" | "--callingConvention" => &mut self.calling_convention,
            "--retToAllA" | "-retToAllA" => &mut self.ret_to_all_a,
            "-fa" | "--fileIsAssembly" => &mut self.is_source,
            _ => return false,
        };
        *field = true;
        true
    }

    /// Sets a flag that has a value.
    fn set(&mut self, flag: &str, value: &str) -> Result<(), String> {
        let text = Some(value.to_owned()).filter(|text| !text.is_empty());
        match flag {
            "-l" | "--libs" => self.libs = value.to_owned(),
            "--def" => self.defines = value.to_owned(),
            "-r" | "--regwidth" => self.reg_width = text,
            "-tf" | "--tracefile" => self.trace.file = text,
            "-tp" | "--tracepattern" => self.trace.pattern = Some(value.to_owned()),
            "-tb" | "--tracebase" => self.trace.radix = radix(value)?,
            "-tn" | "--traceTotalNumCommands" => self.trace.lines = number(flag, value)?,
            "-ms" | "--maxsteps" => self.max_steps = number(flag, value)?,
            "-cdf" | "--coreDumpFile" => self.core_json = text,
            "-cdft" | "--coreDumpFileText" => self.core_text = text,
            "-cf" | "--coverageFile" => self.coverage = text,
            "-jcf" | "--jsonCoverageFile" => self.json_coverage = text,
            _ => self.working_dir = text,
        }
        Ok(())
    }
}

fn takes_value(flag: &str) -> bool {
    const FLAGS: &[&str] = &[
        "-l",
        "--libs",
        "--def",
        "-r",
        "--regwidth",
        "-tf",
        "--tracefile",
        "-tp",
        "--tracepattern",
        "-tb",
        "--tracebase",
        "-tn",
        "--traceTotalNumCommands",
        "-ms",
        "--maxsteps",
        "-cdf",
        "--coreDumpFile",
        "-cdft",
        "--coreDumpFileText",
        "-cf",
        "--coverageFile",
        "-jcf",
        "--jsonCoverageFile",
        "-wd",
        "--workingDirectory",
    ];
    FLAGS.contains(&flag)
}

fn number(flag: &str, value: &str) -> Result<i64, String> {
    value
        .parse()
        .map_err(|_| format!("Could not parse the number '{value}' for flag {flag}"))
}

fn radix(value: &str) -> Result<u32, String> {
    let number: i64 = value
        .parse()
        .map_err(|_| format!("Could not parse radix input '{value}'"))?;
    match u32::try_from(number) {
        Ok(radix @ 2..=36) => Ok(radix),
        _ => Err(format!("radix {number} was not in valid range 2..36")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> VenusArgs {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        match parse(&words) {
            Ok(Wish::Go(args)) => *args,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn flags_stand_anywhere() {
        let args = go("-it a.s -ms 7 x -n y");
        assert_eq!(args.file.as_deref(), Some("a.s"));
        assert_eq!(args.program, [b"x", b"y"]);
        assert!(args.immutable_text && args.count_steps);
        assert_eq!(args.max_steps, 7);
    }

    #[test]
    fn only_exact_spellings_are_flags() {
        let args = go("-nit --maxsteps=7 -N");
        assert_eq!(args.file.as_deref(), Some("-nit"));
        assert_eq!(args.program, [&b"--maxsteps=7"[..], b"-N"]);
        assert_eq!(args.max_steps, MAX_STEPS);
    }

    #[test]
    fn after_two_dashes_nothing_is_a_flag() {
        let args = go("-n -- -it -n --");
        assert_eq!(args.file.as_deref(), Some("-it"));
        assert_eq!(args.program, [b"-n", b"--"]);
    }

    #[test]
    fn several_flags_in_one_word_are_an_argument() {
        let words = ["a.s".into(), "-cc --retToAllA".into()];
        let Ok(Wish::Go(args)) = parse(&words) else {
            panic!()
        };
        assert!(!args.calling_convention);
        assert_eq!(args.program, [b"-cc --retToAllA"]);
    }

    #[test]
    fn a_value_is_taken_whatever_it_looks_like() {
        assert_eq!(go("-tp -n a.s").trace.pattern.as_deref(), Some("-n"));
    }
}
