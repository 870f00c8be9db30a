//! The prompt of SPIM: commands on standard input, which the program reads, too.

use super::args::SpimArgs;
use super::assembly::{self, Assembled, SpimFile};
use super::run::{self, Ended, Runner};
use super::{loaded, read_source, show};
use crate::folder_host::FolderHost;
use crate::streams::err;
use machine::env::{Answer, Request};
use runtime::{Host, Session};

/// One command: its name, what follows it, one sentence, and what carries it out.
struct CommandRow {
    name: &'static str,
    operand: &'static str,
    doc: &'static str,
    run: fn(&mut Prompt, &str) -> Next,
}

/// What comes after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Command,
    Leave,
}

const fn row(
    name: &'static str,
    operand: &'static str,
    doc: &'static str,
    run: fn(&mut Prompt, &str) -> Next,
) -> CommandRow {
    CommandRow {
        name,
        operand,
        doc,
        run,
    }
}

/// All commands. The first that begins with what is typed is meant.
static COMMANDS: &[CommandRow] = &[
    row("exit", "", "Exit the simulator", |_, _| Next::Leave),
    row("quit", "", "Exit the simulator", |_, _| Next::Leave),
    row(
        "read",
        "\"FILE\"",
        "Read FILE of assembly code into memory",
        Prompt::read,
    ),
    row("load", "\"FILE\"", "Same as read", Prompt::read),
    row(
        "run",
        "<ADDR>",
        "Start the program at optional ADDRESS",
        Prompt::start,
    ),
    row(
        "step",
        "<N>",
        "Step the program for N instructions",
        Prompt::step,
    ),
    row(
        "continue",
        "",
        "Continue program execution without stepping",
        Prompt::go_on,
    ),
    row(
        "print",
        "$N | $fN | ADDR",
        "Print a register, or the contents of memory at ADDRESS",
        Prompt::print,
    ),
    row(
        "print_symbols",
        "",
        "Print all global symbols",
        Prompt::symbols,
    ),
    row(
        "print_all_regs",
        "[hex]",
        "Print all MIPS registers",
        Prompt::registers,
    ),
    row(
        "reinitialize",
        "",
        "Clear the memory and registers",
        Prompt::reinitialize,
    ),
    row(
        "breakpoint",
        "<ADDR>",
        "Set a breakpoint at address",
        Prompt::set_breakpoint,
    ),
    row(
        "delete",
        "<ADDR>",
        "Delete all breakpoints at address",
        Prompt::delete,
    ),
    row("list", "", "List all breakpoints", Prompt::list),
    row("?", "", "Print this message", Prompt::help),
    row("help", "", "Print this message", Prompt::help),
];

/// What the prompt works on.
struct Prompt {
    args: SpimArgs,
    host: FolderHost,
    files: Vec<SpimFile>,
    assembled: Assembled,
    /// The program, as far as it has run.
    session: Option<Session>,
    /// Ascending.
    breakpoints: Vec<u32>,
}

/// Reads commands to the end of the input; the exit code.
pub(super) fn read_commands(args: &SpimArgs, files: Vec<SpimFile>) -> u8 {
    let host = match run::host() {
        Ok(host) => host,
        Err(message) => {
            err(&message);
            return 0;
        }
    };
    let mut prompt = Prompt {
        args: args.clone(),
        host,
        assembled: assembly::build(args, &files),
        files,
        session: None,
        breakpoints: Vec::new(),
    };
    let mut last = String::new();
    loop {
        prompt.say("(spim) ");
        let Answer::Bytes(line) = prompt.host.perform(&Request::ReadLine) else {
            prompt.host.flush();
            return 0;
        };
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        // An empty line is the last command again.
        if !line.is_empty() {
            last = line;
        }
        if prompt.command(&last) == Next::Leave {
            prompt.host.flush();
            return 0;
        }
    }
}

impl Prompt {
    fn say(&mut self, text: &str) {
        run::print(&mut self.host, text);
        self.host.flush();
    }

    fn command(&mut self, line: &str) -> Next {
        let name_end = line.find(char::is_whitespace).unwrap_or(line.len());
        let (name, rest) = line.split_at(name_end);
        if name.is_empty() {
            return Next::Command;
        }
        let exact = COMMANDS.iter().find(|row| row.name == name);
        let found = exact.or_else(|| COMMANDS.iter().find(|row| row.name.starts_with(name)));
        match found {
            Some(row) => (row.run)(self, rest.trim()),
            None => {
                err("Unknown spim command\n");
                Next::Command
            }
        }
    }

    fn read(&mut self, operand: &str) -> Next {
        let path = operand.trim_matches('"');
        match read_source(path) {
            Some(file) => {
                self.files.push(file);
                self.assembled = assembly::build(&self.args, &self.files);
                err(&self.assembled.messages);
                self.session = None;
            }
            None => err(&format!("Cannot open file: `{path}'\n")),
        }
        Next::Command
    }

    /// The program, which is loaded anew if there is none.
    fn session(&mut self) -> Option<&mut Session> {
        if self.session.is_none() {
            let name = self.files.last().map_or("", |file| &file.name);
            self.session = run::session(&self.args, &self.assembled, name);
        }
        self.session.as_mut()
    }

    fn start(&mut self, operand: &str) -> Next {
        let undefined = run::undefined(&self.assembled);
        self.say(&undefined);
        self.session = None;
        let start = self.address(operand);
        if let (Some(address), Some(session)) = (start, self.session()) {
            session.machine.go_to(address);
        }
        self.go_on("")
    }

    fn go_on(&mut self, _: &str) -> Next {
        if self.session().is_none() {
            return Next::Command;
        }
        let mut stops = run::stops(&self.assembled);
        let open = stops.clone();
        stops.extend(&self.breakpoints);
        stops.sort_unstable();
        stops.dedup();
        let Some(session) = &mut self.session else {
            return Next::Command;
        };
        let mut runner = Runner {
            args: &self.args,
            assembled: &self.assembled,
            session,
            host: &mut self.host,
        };
        match runner.run_to(&stops) {
            Ended::Stopped(address) if open.contains(&address) => {
                runner.meet_undefined(address);
                self.session = None;
            }
            Ended::Stopped(address) => {
                self.say(&format!("Breakpoint encountered at 0x{address:08x}\n"));
            }
            Ended::Exit(_) | Ended::Failed => self.session = None,
        }
        Next::Command
    }

    fn step(&mut self, operand: &str) -> Next {
        let count = number(operand).unwrap_or(1);
        for _ in 0..count {
            let Some(session) = self.session() else { break };
            let pc = session.machine.pc;
            let Some(session) = &mut self.session else {
                break;
            };
            let line = show::instruction(&self.assembled, &session.machine, pc);
            run::print(&mut self.host, &line.unwrap_or_default());
            let mut runner = Runner {
                args: &self.args,
                assembled: &self.assembled,
                session,
                host: &mut self.host,
            };
            if run::stops(&self.assembled).contains(&pc) {
                runner.meet_undefined(pc);
                self.session = None;
                break;
            }
            if runner.step().is_some() {
                self.session = None;
                break;
            }
        }
        self.host.flush();
        Next::Command
    }

    fn print(&mut self, operand: &str) -> Next {
        let register = self.register(operand);
        let address = self.address(operand);
        let Some(session) = self.session() else {
            return Next::Command;
        };
        let machine = &session.machine;
        let text = match (register, address) {
            (Some((true, number)), _) => show::float_register(machine, number),
            (Some((false, number)), _) => show::register(machine, number),
            (None, Some(address)) if machine.may_fetch(address) => {
                let Some(session) = &self.session else {
                    return Next::Command;
                };
                let line = show::instruction(&self.assembled, &session.machine, address);
                let mark = if self.breakpoints.contains(&address) {
                    "*"
                } else {
                    ""
                };
                format!("{mark}{}", line.unwrap_or_default())
            }
            (None, Some(address)) => show::data(machine, address & !3),
            (None, None) => {
                err(&format!("Unknown label: {operand}\n"));
                return Next::Command;
            }
        };
        self.say(&text);
        Next::Command
    }

    /// Whether it is a floating-point register, and its number.
    fn register(&self, text: &str) -> Option<(bool, u8)> {
        let name = text.strip_prefix('$')?;
        let desc = runtime::Target::Mips.desc();
        let registers = desc.registers.iter();
        let mut named = registers.filter(|register| register.reg.0 < 64);
        let found = named.find(|register| register.names().any(|known| known == text));
        match found {
            Some(register) => Some((register.reg.0 >= 32, register.reg.0 & 31)),
            None => name
                .parse()
                .ok()
                .filter(|number| *number < 32)
                .map(|number| (false, number)),
        }
    }

    /// A number, or the address of a name.
    fn address(&self, text: &str) -> Option<u32> {
        let symbols = &self.assembled.program.image.symbols;
        let named = || {
            let mut all = symbols.iter();
            all.find(|symbol| symbol.name == text)
                .map(|symbol| symbol.address)
        };
        number(text).or_else(named)
    }

    fn symbols(&mut self, _: &str) -> Next {
        let text = show::symbols(&self.assembled);
        self.say(&text);
        Next::Command
    }

    fn registers(&mut self, operand: &str) -> Next {
        let Some(session) = self.session() else {
            return Next::Command;
        };
        let text = show::registers(&session.machine, operand == "hex");
        self.say(&text);
        Next::Command
    }

    fn reinitialize(&mut self, _: &str) -> Next {
        self.files.clear();
        self.session = None;
        self.breakpoints.clear();
        self.assembled = assembly::build(&self.args, &self.files);
        let text = loaded(&self.args);
        self.say(&text);
        Next::Command
    }

    fn set_breakpoint(&mut self, operand: &str) -> Next {
        match self.address(operand) {
            Some(address) if !self.breakpoints.contains(&address) => {
                self.breakpoints.push(address);
                self.breakpoints.sort_unstable();
            }
            Some(address) => err(&format!("Breakpoint already set at 0x{address:08x}\n")),
            None => err("Must specify address for breakpoint\n"),
        }
        Next::Command
    }

    fn delete(&mut self, operand: &str) -> Next {
        let address = self.address(operand);
        let before = self.breakpoints.len();
        self.breakpoints.retain(|known| Some(*known) != address);
        match address {
            None => err("Must specify address for breakpoint\n"),
            Some(address) if self.breakpoints.len() == before => {
                err(&format!("No breakpoint to delete at 0x{address:08x}\n"));
            }
            Some(_) => {}
        }
        Next::Command
    }

    fn list(&mut self, _: &str) -> Next {
        let breakpoints = self.breakpoints.iter();
        let lines = breakpoints.map(|address| format!("Breakpoint at 0x{address:08x}\n"));
        let text: String = lines.collect();
        self.say(if text.is_empty() {
            "No breakpoints set\n"
        } else {
            &text
        });
        Next::Command
    }

    fn help(&mut self, _: &str) -> Next {
        let lines = COMMANDS.iter().map(|row| {
            let usage = format!("{} {}", row.name, row.operand);
            format!("{} -- {}\n", usage.trim_end(), row.doc)
        });
        let text = format!(
            "\nThe commands are:\n{}<cr> -- Newline reexecutes previous command\n\n\
             Most commands can be abbreviated to their unique prefix\n\
             e.g., ex(it), re(ad), l(oad), ru(n), s(tep), p(rint)\n\n",
            lines.collect::<String>()
        );
        self.say(&text);
        Next::Command
    }
}

fn number(text: &str) -> Option<u32> {
    let value = assembler::literal::number(text)?;
    u32::try_from(value).ok()
}
