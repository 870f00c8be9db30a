//! The release files: built, put together, then installed and run.

use crate::archive::{Member, tar_gz, zip};
use crate::{deb, output, pages, root, sbom, studio, target, verify, wheel};
use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The version of the program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
const PROGRAMS: [&str; 5] = ["jal", "venus", "mars", "rars", "spim"];

/// A platform that release files are made for.
struct Platform {
    /// As Rust names it.
    target: &'static str,
    /// As people name it, in the names of files.
    name: &'static str,
    /// As pip names it.
    tag: &'static str,
    /// How programs end.
    ending: &'static str,
}

/// The Linux programs are linked statically, so they run on every distribution.
const PLATFORMS: [Platform; 4] = [
    Platform {
        target: "x86_64-unknown-linux-musl",
        name: "linux-x86_64",
        tag: "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
        ending: "",
    },
    Platform {
        target: "x86_64-pc-windows-gnu",
        name: "windows-x86_64",
        tag: "win_amd64",
        ending: ".exe",
    },
    Platform {
        target: "aarch64-apple-darwin",
        name: "macos-arm64",
        tag: "macosx_11_0_arm64",
        ending: "",
    },
    Platform {
        target: "x86_64-apple-darwin",
        name: "macos-x86_64",
        tag: "macosx_10_12_x86_64",
        ending: "",
    },
];

/// Makes the files of every platform that this machine can build for.
pub(crate) fn run(profile: &str, only: Option<&str>) -> Result<()> {
    let folder = target()?.join("dist-files");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let mut files = Vec::new();
    for platform in &PLATFORMS {
        if only.is_some_and(|only| !platform.name.contains(only)) {
            continue;
        }
        match build(platform, profile) {
            Ok(programs) => files.extend(put_together(platform, programs)?),
            Err(error) => println!("SKIPPED {}: {error:#}", platform.name),
        }
        // Processes that read submissions are confined, which only Linux can do.
        if platform.target.contains("linux") {
            match service(platform, profile) {
                Ok(file) => files.push(file),
                Err(error) => println!("SKIPPED jal-serve: {error:#}"),
            }
        }
    }
    let mut sums = String::new();
    for (name, bytes) in &files {
        fs::write(folder.join(name), bytes)?;
        let hash = sha256(bytes);
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        sums += &format!("{hash}  {name}\n");
        println!("{:>10}  {name}", bytes.len());
    }
    fs::write(folder.join("SHA256SUMS"), sums)?;
    let names: Vec<&str> = files.iter().map(|(name, _)| &**name).collect();
    verify::run(&folder.canonicalize()?, &names)
}

/// The SHA-256 of some bytes.
pub(crate) fn sha256(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

/// Builds the programs for a platform.
fn build(platform: &Platform, profile: &str) -> Result<Vec<Member>> {
    let target = platform.target;
    // Apple's linker is only on its own machines.
    ensure!(
        !target.contains("apple") || cfg!(target_os = "macos"),
        "it needs a Mac"
    );
    ensure!(
        !target.contains("linux") || cfg!(target_os = "linux"),
        "it needs Linux"
    );
    let mut sysroot = Command::new("rustc");
    sysroot.args(["--print", "target-libdir", "--target", target]);
    let library = String::from_utf8(output(&mut sysroot)?)?;
    ensure!(
        Path::new(library.trim()).is_dir(),
        "`rustup target add {target}` is needed"
    );
    println!("building for {target} …");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--locked", "--package", "jal", "--bins"]);
    cargo.args(["--profile", profile, "--target", target]);
    match crate::target()?.join(studio::PACK).is_file() {
        true => {
            cargo.args(["--features", "studio"]);
        }
        false => println!("without the page of `jal studio`: `cargo xtask studio` makes it"),
    }
    if target.contains("linux") {
        // Only there is code generated.
        cargo.args(["--features", "translate"]);
    }
    // Nobody who installs it has the sources.
    cargo.args(["--config", &format!("profile.{profile}.strip = true")]);
    output(&mut cargo)?;
    let folder = match profile {
        "dev" => "debug",
        profile => profile,
    };
    let folder = crate::target()?.join(target).join(folder);
    let read = |name: &str| {
        let name = format!("{name}{}", platform.ending);
        let bytes = fs::read(folder.join(&name)).with_context(|| name.clone())?;
        Ok(Member::program(name, bytes))
    };
    PROGRAMS.into_iter().map(read).collect()
}

/// The server, in a file of its own: most people never need it. It has C in it (SQLite).
fn service(platform: &Platform, profile: &str) -> Result<(String, Vec<u8>)> {
    let target = platform.target;
    let compiler = Command::new("musl-gcc").arg("--version").output();
    ensure!(compiler.is_ok(), "it needs musl-gcc (Debian: musl-tools)");
    println!("building jal-serve for {target} …");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "build",
        "--locked",
        "--manifest-path",
        "crates/serve/Cargo.toml",
    ]);
    cargo.args(["--profile", profile, "--target", target]);
    cargo.args(["--config", &format!("profile.{profile}.strip = true")]);
    cargo.arg("--target-dir").arg(crate::target()?);
    output(&mut cargo)?;
    let folder = if profile == "dev" { "debug" } else { profile };
    let program = crate::target()?.join(target).join(folder).join("jal-serve");
    let stem = format!("jal-serve-{VERSION}-{}", platform.name);
    let members = [
        Member::program(format!("{stem}/jal-serve"), fs::read(program)?),
        Member::text(format!("{stem}/LICENSE"), fs::read(root().join("LICENSE"))?),
        Member::text(
            format!("{stem}/serving.md"),
            fs::read(root().join("docs/serving.md"))?,
        ),
    ];
    Ok((format!("{stem}.tar.gz"), tar_gz(&members)?))
}

/// The files of a platform, by name.
fn put_together(platform: &Platform, programs: Vec<Member>) -> Result<Vec<(String, Vec<u8>)>> {
    let license = fs::read(root().join("LICENSE"))?;
    let readme = fs::read_to_string(root().join("README.md"))?;
    let below = |folder: &str, member: &Member| Member {
        path: format!("{folder}{}", member.path),
        bytes: member.bytes.clone(),
        runs: member.runs,
    };
    let stem = format!("jal-{VERSION}-{}", platform.name);
    let mut plain: Vec<Member> = programs
        .iter()
        .map(|program| below(&format!("{stem}/"), program))
        .collect();
    plain.push(Member::text(format!("{stem}/LICENSE"), license.clone()));
    plain.push(Member::text(format!("{stem}/README.md"), readme.clone()));
    for page in pages::man()? {
        plain.push(below(&format!("{stem}/man/"), &page));
    }
    for completion in pages::completions() {
        plain.push(below(&format!("{stem}/completions/"), &completion));
    }
    let mut files = vec![match platform.ending {
        "" => (format!("{stem}.tar.gz"), tar_gz(&plain)?),
        _ => (format!("{stem}.zip"), zip(&plain)?),
    }];
    if platform.target.contains("linux") {
        let members = debian_files(&programs, &license, below)?;
        files.push((format!("jal_{VERSION}_amd64.deb"), deb::package(&members)?));
    }
    files.push(wheel::wheel(platform.tag, programs, &readme, license)?);
    let bill = sbom::cyclonedx(platform.target)?;
    files.push((format!("{stem}.cdx.json"), bill));
    Ok(files)
}

/// Where Debian wants everything.
fn debian_files(
    programs: &[Member],
    license: &[u8],
    below: impl Fn(&str, &Member) -> Member,
) -> Result<Vec<Member>> {
    let mut members: Vec<Member> = programs
        .iter()
        .map(|program| below("./usr/bin/", program))
        .collect();
    for page in pages::man()? {
        members.push(below("./usr/share/man/man1/", &page));
    }
    for completion in pages::completions() {
        let place = match &*completion.path {
            "jal.bash" => "./usr/share/bash-completion/completions/jal",
            "jal.fish" => "./usr/share/fish/vendor_completions.d/jal.fish",
            "_jal" => "./usr/share/zsh/vendor-completions/_jal",
            _ => continue,
        };
        members.push(Member::text(place, completion.bytes));
    }
    members.push(Member::text("./usr/share/doc/jal/copyright", license));
    Ok(members)
}
