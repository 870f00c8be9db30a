//! `jal studio`: the page with everything in it, served to the browser of this machine.

mod pack;
mod project;
mod serve;

use crate::error::ExpectedError;
use crate::exit;
use anyhow::Context;
use clap::Args;
use pack::Site;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;

// Options of `jal studio`.
#[derive(Debug, Args)]
pub(super) struct StudioArgs {
    /// The port to listen on; a free one unless it is given
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,
    /// Print the address without opening a browser
    #[arg(long)]
    pub no_open: bool,
    /// Open a copy of this project
    #[arg(value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Open it as a game
    #[arg(long, requires = "project")]
    pub play: bool,
}

/// What to say if the page was not built into this program.
const MISSING: &str = "this build of jal has no studio in it. The release files have; from the sources \
                       (Node.js is needed): `cargo xtask studio`, then `cargo install --path crates/cli \
                       --features studio`";

/// Serves the page until the program is interrupted; the exit code.
pub(super) fn run(args: &StudioArgs) -> Result<u8, ExpectedError> {
    let site = Site::embedded().ok_or_else(|| ExpectedError::Usage(MISSING.to_owned()))?;
    let archive = args.project.as_deref().map(project::archive).transpose()?;
    // Nobody else's machine can reach it there.
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port))
        .with_context(|| format!("cannot listen on port {}", args.port))?;
    let port = listener.local_addr()?.port();
    let address = format!("http://127.0.0.1:{port}/{}", query(args));
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
    serve::serve(&listener, &site, archive.as_deref())?;
    Ok(exit::SUCCESS)
}

/// What the page is to open.
fn query(args: &StudioArgs) -> String {
    let Some(folder) = &args.project else {
        return String::new();
    };
    let real = folder.canonicalize();
    let name = real.as_ref().ok().and_then(|real| real.file_name());
    let name = name.map_or("project".into(), |name| name.to_string_lossy());
    let mut query = format!("?zip={}&name=", serve::ARCHIVE);
    for byte in name.bytes() {
        match byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            true => query.push(byte.into()),
            false => {
                let _ = write!(query, "%{byte:02X}");
            }
        }
    }
    query + if args.play { "&view=play" } else { "" }
}
