//! `jal studio`: the page with everything in it, served to the browser of this machine.

mod pack;
mod serve;

use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use clap::Args;
use pack::Site;
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};

/// Options of `jal studio`.
#[derive(Debug, Args)]
pub(super) struct StudioArgs {
    /// The port to listen on; a free one unless it is given
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,
    /// Print the address without opening a browser
    #[arg(long)]
    pub no_open: bool,
}

/// What to say if the page was not built into this program.
const MISSING: &str = "this build of jal has no studio in it. The release files have; from the sources \
                       (Node.js is needed): `cargo xtask studio`, then `cargo install --path crates/cli \
                       --features studio`";

/// Serves the page until the program is interrupted; the exit code.
pub(super) fn run(args: &StudioArgs) -> Result<u8, ExpectedError> {
    let site = Site::embedded().ok_or_else(|| ExpectedError::Usage(MISSING.to_owned()))?;
    // Nobody else's machine can reach it there.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port))
        .with_context(|| format!("cannot listen on port {}", args.port))?;
    let port = listener.local_addr()?.port();
    let address = format!("http://127.0.0.1:{port}/");
    writeln!(
        io::stdout(),
        "The studio is at {address} until you press Ctrl-C."
    )?;
    if !args.no_open && platform::open_in_browser(&address).is_err() {
        writeln!(
            io::stderr(),
            "jal: no browser was found: open the address yourself"
        )?;
    }
    serve::serve(&listener, &site)?;
    Ok(exit::SUCCESS)
}
