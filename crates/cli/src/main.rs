//! `jal`: the command line.

fn main() -> std::process::ExitCode {
    cli::jal::main()
}
