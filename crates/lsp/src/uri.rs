//! The names that editors give to files, as paths and back.
//!
//! A file of the disk has its path. Any other document has a path that begins with `/@` and the scheme of
//! its URI, so that documents of a virtual file system find each other by relative paths, too. A
//! [`FileSource`](assembler::FileSource) for such a file system gets these paths, and [`from_path`] says
//! which URI is meant.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The path of a document.
pub fn to_path(uri: &str) -> Option<PathBuf> {
    let (scheme, rest) = uri.split_once(':')?;
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    if scheme.is_empty() || !scheme.chars().all(is_scheme) {
        return None;
    }
    let path = if scheme.eq_ignore_ascii_case("file") {
        let rest = rest.strip_prefix("//").unwrap_or(rest);
        let (host, path) = rest.split_at(rest.find('/')?);
        let path = decoded(path);
        match host {
            "" | "localhost" if cfg!(windows) => path.trim_start_matches('/').replace('/', "\\"),
            "" | "localhost" => path,
            host => format!("//{host}{path}"),
        }
    } else if let Some(rest) = rest.strip_prefix("//") {
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        format!("/@{scheme}+{host}{}", decoded(path))
    } else if rest.starts_with('/') {
        format!("/@{scheme}:{}", decoded(rest))
    } else {
        format!("/@{scheme}!/{}", decoded(rest))
    };
    Some(PathBuf::from(path))
}

/// The URI of the document at a path.
pub fn from_path(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = match cfg!(windows) {
        true => text.replace('\\', "/"),
        false => text.into_owned(),
    };
    let Some(virtual_path) = text.strip_prefix("/@") else {
        return match text.strip_prefix("//") {
            Some(host) => format!("file://{}", encoded(host)),
            None if text.starts_with('/') => format!("file://{}", encoded(&text)),
            None => format!("file:///{}", encoded(&text)),
        };
    };
    let (mount, rest) = virtual_path.split_at(virtual_path.find('/').unwrap_or(virtual_path.len()));
    let end = mount.find(['+', ':', '!']);
    // A scheme may have a plus in it, a host after it has none.
    let end = end.map(|end| mount.rfind('+').unwrap_or(end));
    match end.map(|end| (&mount[..end], &mount[end..])) {
        Some((scheme, "!")) => format!("{scheme}:{}", encoded(rest.trim_start_matches('/'))),
        Some((scheme, ":")) => format!("{scheme}:{}", encoded(rest)),
        Some((scheme, host)) => format!("{scheme}://{}{}", &host[1..], encoded(rest)),
        None => format!("file://{}", encoded(&text)),
    }
}

/// The text with `%41` read as `A`. What is not valid stays.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digits = bytes.get(at + 1..at + 3).filter(|_| byte == b'%');
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let is_code = |digits: &&str| digits.bytes().all(|b| b.is_ascii_hexdigit());
        match digits
            .filter(is_code)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok())
        {
            Some(code) => {
                out.push(code);
                at += 3;
            }
            None => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(uri: &str, path: &str) {
        let found = to_path(uri).expect("it is a URI");
        assert_eq!(found, Path::new(path));
        assert_eq!(from_path(&found), uri);
    }

    #[cfg(not(windows))]
    #[test]
    fn every_document_has_a_path() {
        check("file:///home/me/a%20b.s", "/home/me/a b.s");
        check("file:///%C3%A4.s", "/ä.s");
        check("untitled:Untitled-1", "/@untitled!/Untitled-1");
        check("untitled:/a/b.s", "/@untitled:/a/b.s");
        check(
            "vscode-vfs://github/me/x/a.s",
            "/@vscode-vfs+github/me/x/a.s",
        );
        check("file://server/share/a.s", "//server/share/a.s");
    }

    #[cfg(windows)]
    #[test]
    fn every_document_has_a_path() {
        let path = to_path("file:///c%3A/me/a.s").expect("it is a URI");
        assert_eq!(path, Path::new(r"c:\me\a.s"));
        assert_eq!(from_path(&path), "file:///c%3A/me/a.s");
    }

    #[test]
    fn what_is_not_a_uri_has_none() {
        for text in ["", "a.s", ":x", "file:", "a b:c"] {
            assert_eq!(to_path(text), None, "{text}");
        }
        assert!(to_path("file:///%zz%4").is_some());
    }
}
