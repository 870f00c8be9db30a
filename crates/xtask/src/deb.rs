//! Debian packages.

use crate::archive::{Member, tar_gz};
use crate::dist::VERSION;
use anyhow::Result;
use std::io::Write;

/// A package with these files below `/`.
pub(crate) fn package(members: &[Member]) -> Result<Vec<u8>> {
    let bytes: usize = members.iter().map(|member| member.bytes.len()).sum();
    let control = format!(
        "Package: jal\n\
         Version: {VERSION}\n\
         Architecture: amd64\n\
         Maintainer: The jal authors <jal@localhost>\n\
         Installed-Size: {}\n\
         Section: education\n\
         Priority: optional\n\
         Description: run, test, debug and grade RISC-V and MIPS assembly\n \
         Assembles, runs, tests and debugs programs written for the simulators Venus\n \
         and MARS, and grades a class of them.\n",
        bytes.div_ceil(1024)
    );
    let control = tar_gz(&[Member::text("./control", control)])?;
    let data = tar_gz(members)?;
    let mut ar = b"!<arch>\n".to_vec();
    for (name, bytes) in [
        ("debian-binary", &b"2.0\n"[..]),
        ("control.tar.gz", &control),
        ("data.tar.gz", &data),
    ] {
        let size = bytes.len();
        writeln!(
            ar,
            "{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`",
            0, 0, 0, "100644"
        )?;
        ar.extend(bytes);
        // Members begin at even places.
        ar.extend(&b"\n"[..size % 2]);
    }
    Ok(ar)
}
