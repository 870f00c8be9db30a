//! Python wheels: `pip install` puts the programs beside `python`.

use crate::archive::{Member, zip};
use crate::dist::{VERSION, sha256};
use anyhow::Result;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as URL_SAFE_NO_PAD;
use std::fmt::Write;

/// The name of the file, and its bytes. `tag` names the platform as pip does.
pub(crate) fn wheel(
    tag: &str,
    programs: Vec<Member>,
    readme: &str,
    license: Vec<u8>,
) -> Result<(String, Vec<u8>)> {
    let info = format!("jal-{VERSION}.dist-info");
    let metadata = format!(
        "Metadata-Version: 2.1\n\
         Name: jal\n\
         Version: {VERSION}\n\
         Summary: Run, test, debug and grade RISC-V and MIPS assembly\n\
         License: MIT\n\
         Requires-Python: >=3.8\n\
         Description-Content-Type: text/markdown\n\n{readme}"
    );
    let tags: String = tag
        .split('.')
        .map(|platform| format!("Tag: py3-none-{platform}\n"))
        .collect();
    let about = format!("Wheel-Version: 1.0\nGenerator: xtask\nRoot-Is-Purelib: false\n{tags}");
    let mut members: Vec<Member> = programs
        .into_iter()
        .map(|program| Member {
            path: format!("jal-{VERSION}.data/scripts/{}", program.path),
            ..program
        })
        .collect();
    members.push(Member::text(format!("{info}/METADATA"), metadata));
    members.push(Member::text(format!("{info}/WHEEL"), about));
    members.push(Member::text(format!("{info}/licenses/LICENSE"), license));
    let mut record = String::new();
    for member in &members {
        let hash = URL_SAFE_NO_PAD.encode(sha256(&member.bytes));
        let size = member.bytes.len();
        writeln!(record, "{},sha256={hash},{size}", member.path)?;
    }
    writeln!(record, "{info}/RECORD,,")?;
    members.push(Member::text(format!("{info}/RECORD"), record));
    Ok((format!("jal-{VERSION}-py3-none-{tag}.whl"), zip(&members)?))
}
