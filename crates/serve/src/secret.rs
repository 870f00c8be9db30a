//! What nobody may guess: personal links, tokens and signatures.
//!
//! All links come from one key, which is in a file of its own and not in the database: whoever reads
//! the database, or a copy of it, knows no link. The database has hashes, by which links are found.

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use subtle::ConstantTimeEq;

/// The file with the key.
const FILE: &str = "secret";
/// Bytes of a key.
const KEY: usize = 32;
/// Bytes of a link.
const LINK: usize = 16;

/// The key from which all links follow.
#[derive(Clone)]
pub(crate) struct Secret {
    key: [u8; KEY],
}

impl Secret {
    /// The key in a data folder, which is made if it is not there.
    pub(crate) fn open(data: &Path) -> Result<Self> {
        let file = data.join(FILE);
        if !file.exists() {
            let mut key = [0; KEY];
            fill(&mut key);
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            // Not there until it is whole: links from half a key would change.
            let part = data.join(format!("{FILE}.{}", std::process::id()));
            let written = options
                .open(&part)
                .and_then(|mut to| to.write_all(&key).and_then(|()| to.sync_all()));
            // Whoever is first decides.
            let linked = written.and_then(|()| match fs::hard_link(&part, &file) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
                done => done,
            });
            let _ = fs::remove_file(&part);
            linked.with_context(|| format!("cannot write `{}`", file.display()))?;
        }
        let bytes = fs::read(&file).with_context(|| format!("cannot read `{}`", file.display()))?;
        let key = bytes.try_into();
        ensure!(
            key.is_ok(),
            "`{}` is damaged: restore it from a backup",
            file.display()
        );
        Ok(Secret {
            key: key.unwrap_or_default(),
        })
    }

    /// The secret part of a student's link: 128 bits.
    pub(crate) fn link(&self, student: &str, number: i64) -> String {
        self.derived("link", student, number)
    }

    /// What the link to stop letters carries.
    pub(crate) fn unsubscribe(&self, student: &str, number: i64) -> String {
        self.derived("unsubscribe", student, number)
    }

    /// What the hook of a repository sends: it is good for announcing pushes of that one.
    pub(crate) fn hook(&self, student: &str) -> String {
        self.derived("hook", student, 0)
    }

    fn derived(&self, what: &str, student: &str, number: i64) -> String {
        let text = format!("{what}\0{number}\0{student}");
        let bytes = sign(&self.key, text.as_bytes());
        URL_SAFE_NO_PAD.encode(&bytes[..LINK])
    }
}

/// The HMAC-SHA256 of a message.
pub(crate) fn sign(key: &[u8], message: &[u8]) -> Vec<u8> {
    // Keys of any length are good.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return Vec::new();
    };
    mac.update(message);
    mac.finalize().into_bytes().to_vec()
}

/// Whether two texts are the same; how long that takes says nothing about where they differ.
pub(crate) fn same(one: &[u8], other: &[u8]) -> bool {
    !one.is_empty() && one.ct_eq(other).into()
}

/// The SHA-256 of some bytes, in hexadecimal digits.
pub(crate) fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A random text of 128 bits.
pub(crate) fn random() -> String {
    let mut bytes = [0; LINK];
    fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Fills bytes by chance. A system without that cannot keep anything secret.
fn fill(bytes: &mut [u8]) {
    if let Err(error) = getrandom::fill(bytes) {
        tracing::error!(%error, "the system has no random numbers");
        std::process::abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_long_apart_and_stay() {
        let data = crate::testing::folder();
        let secret = Secret::open(data.path()).unwrap();
        let link = secret.link("alice", 0);
        assert_eq!(URL_SAFE_NO_PAD.decode(&link).unwrap().len() * 8, 128);
        let others = [
            secret.link("alice", 1),
            secret.link("bob", 0),
            secret.unsubscribe("alice", 0),
            secret.hook("alice"),
        ];
        assert!(!others.contains(&link), "{others:?}");
        assert_eq!(Secret::open(data.path()).unwrap().link("alice", 0), link);
        let other = crate::testing::folder();
        assert_ne!(Secret::open(other.path()).unwrap().link("alice", 0), link);
    }

    #[test]
    fn nothing_is_the_same_as_no_token() {
        assert!(same(b"a", b"a") && !same(b"a", b"b") && !same(b"a", b"ab") && !same(b"", b""));
    }

    #[test]
    fn signatures_are_those_of_rfc_4231() {
        let signature = hex(&sign(b"Jefe", b"what do ya want for nothing?"));
        let expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(signature, expected);
    }
}
