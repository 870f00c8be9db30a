//! `jal debug --gdb`: a program for gdb, on a socket or on standard input and output.

use super::super::args::DebugArgs;
use super::super::explain;
use crate::error::ExpectedError;
use anyhow::Context;
use assembler::DebugSources;
use assembler::elf::{self, ElfExtras};
use debug::Engine;
use gdb::{GdbProgram, GdbServer};
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, absolute};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

/// The instructions that run between two looks at what gdb says: about ten milliseconds.
const FUEL: u64 = 2_000_000;
/// Ctrl-C in gdb.
const CTRL_C: u8 = 3;

/// Waits for gdb, and serves it until it is gone.
pub(super) fn serve(address: &str, engine: Engine, args: &DebugArgs) -> Result<(), ExpectedError> {
    let program = program(&engine, args);
    if address == "-" {
        talk(engine, program, io::stdin(), io::stdout())?;
        return Ok(());
    }
    let address = match address.rsplit_once(':') {
        Some(("", port)) => format!("127.0.0.1:{port}"),
        Some(_) => address.to_owned(),
        None => format!("127.0.0.1:{address}"),
    };
    let listener = TcpListener::bind(&address).map_err(|error| {
        ExpectedError::Usage(format!("gdb cannot be waited for at {address}: {error}"))
    })?;
    let real = listener.local_addr().map_err(anyhow::Error::from)?;
    eprintln!("Waiting for gdb: `gdb-multiarch -ex 'target remote {real}'`");
    let (socket, _) = listener.accept().map_err(anyhow::Error::from)?;
    // One program has one past.
    drop(listener);
    // Without it, packets wait for each other; with it, they only take longer.
    let _ = socket.set_nodelay(true);
    let reader: TcpStream = socket.try_clone().context("the socket cannot be read")?;
    talk(engine, program, reader, socket)?;
    Ok(())
}

/// The program as gdb reads it. Without it, gdb shows addresses only.
fn program(engine: &Engine, args: &DebugArgs) -> GdbProgram {
    let loaded = engine.loaded();
    let name = args.program.first().map(Path::new).unwrap_or(Path::new(""));
    let file = std::fs::read(name).ok();
    let file = file.filter(|bytes| bytes.starts_with(b"\x7fELF"));
    let folder = std::env::current_dir().unwrap_or_default();
    let extras = ElfExtras {
        note: None,
        lines: Some(DebugSources {
            sources: &loaded.sources,
            folder: &folder.to_string_lossy(),
        }),
    };
    let elf = file.or_else(|| elf::write(engine.map().program, loaded.desc(), &extras).ok());
    let name = absolute(name).unwrap_or_else(|_| name.to_owned());
    GdbProgram {
        name: name.to_string_lossy().into_owned(),
        elf: elf.unwrap_or_default(),
    }
}

fn talk(
    engine: Engine,
    program: GdbProgram,
    reader: impl Read + Send + 'static,
    mut writer: impl Write,
) -> anyhow::Result<()> {
    let mut server = GdbServer::new(engine, program, explain::word);
    let bytes = listen(reader, server.interrupt());
    while !server.is_done() {
        let said = match server.is_running() {
            false => match bytes.recv() {
                Ok(bytes) => server.receive(&bytes),
                Err(_) => return Ok(()),
            },
            true => match bytes.try_recv() {
                Ok(bytes) => server.receive(&bytes),
                Err(TryRecvError::Empty) => server.tick(FUEL),
                // gdb is gone.
                Err(TryRecvError::Disconnected) => return Ok(()),
            },
        };
        if !said.is_empty()
            && writer
                .write_all(&said)
                .and_then(|()| writer.flush())
                .is_err()
        {
            return Ok(());
        }
    }
    Ok(())
}

/// What gdb sends, read in the background, so that Ctrl-C ends a search.
fn listen(mut reader: impl Read + Send + 'static, interrupt: Arc<AtomicBool>) -> Receiver<Vec<u8>> {
    let (sender, bytes) = sync_channel(16);
    thread::spawn(move || {
        let mut part = [0; 1 << 14];
        while let Ok(count @ 1..) = reader.read(&mut part) {
            if part[..count] == [CTRL_C] {
                interrupt.store(true, Ordering::Relaxed);
            }
            if sender.send(part[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    bytes
}
