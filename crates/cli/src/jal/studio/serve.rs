//! A web server for one page: it knows its files, and nothing else of the machine.

use super::pack::Site;
use flate2::read::GzDecoder;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Where the project is that the page opens.
pub(super) const ARCHIVE: &str = "project.zip";
/// The longest request.
const LONGEST: u64 = 16 << 10;
/// How long one may take.
const TIME: Duration = Duration::from_secs(10);
/// The most requests at once.
const MOST: usize = 32;

/// What the page may do: run its own scripts and modules, and nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
                      manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'self'";

/// Answers requests one after the other, each in a thread.
pub(super) fn serve(listener: &TcpListener, site: &Site, archive: Option<&[u8]>) -> io::Result<()> {
    let port = listener.local_addr()?.port();
    let open = AtomicUsize::new(0);
    thread::scope(|scope| {
        for stream in listener.incoming() {
            // A browser that hangs up is not a reason to end.
            let Ok(stream) = stream else { continue };
            if open.fetch_add(1, Ordering::Relaxed) >= MOST {
                open.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let open = &open;
            scope.spawn(move || {
                let host = Host {
                    site,
                    archive,
                    port,
                };
                let _ = host.exchange(&stream);
                open.fetch_sub(1, Ordering::Relaxed);
            });
        }
    });
    Ok(())
}

/// What is served, and where.
struct Host<'a> {
    site: &'a Site,
    /// The project that the page opens.
    archive: Option<&'a [u8]>,
    port: u16,
}

impl Host<'_> {
    /// Reads a request and answers it.
    fn exchange(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(TIME))?;
        stream.set_write_timeout(Some(TIME))?;
        let mut head = String::new();
        let mut reader = BufReader::new(stream.take(LONGEST));
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head)? == 0 {
                return Ok(());
            }
        }
        let mut out = stream;
        out.write_all(&self.answer(&head)?)
    }

    /// The answer to a request.
    fn answer(&self, head: &str) -> io::Result<Vec<u8>> {
        let mut lines = head.lines();
        let mut words = lines.next().unwrap_or_default().split(' ');
        let method = words.next().unwrap_or_default();
        let path = words.next().unwrap_or("/");
        let header = |wanted: &str| {
            let mut fields = lines.clone().filter_map(|line| line.split_once(':'));
            let field = fields.find(|(name, _)| name.eq_ignore_ascii_case(wanted));
            field.map_or("", |(_, value)| value.trim())
        };
        // Another name may be one that somebody else has given this machine.
        let port = self.port;
        let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        if !names.iter().any(|name| name == header("Host")) {
            return Ok(refusal("421 Misdirected Request"));
        }
        if method != "GET" && method != "HEAD" {
            return Ok(refusal("405 Method Not Allowed"));
        }
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let name = match path.strip_prefix('/').unwrap_or_default() {
            "" => "index.html",
            name => name,
        };
        let takes_gzip = header("Accept-Encoding").contains("gzip");
        let (body, encoding) = match (self.site.file(name), self.archive) {
            (Some(packed), _) if takes_gzip => (packed.to_vec(), "Content-Encoding: gzip\r\n"),
            (Some(packed), _) => (unpacked(packed)?, ""),
            (None, Some(archive)) if name == ARCHIVE => (archive.to_vec(), ""),
            (None, _) => return Ok(refusal("404 Not Found")),
        };
        let (kind, size) = (kind(name), body.len());
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {size}\r\n{encoding}\
             Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\n\
             Referrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nCache-Control: no-cache\r\n\
             Vary: Accept-Encoding\r\nConnection: close\r\n\r\n"
        );
        let body = if method == "HEAD" { Vec::new() } else { body };
        Ok([head.into_bytes(), body].concat())
    }
}

fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn refusal(status: &str) -> Vec<u8> {
    let size = status.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {size}\r\n\
         Connection: close\r\n\r\n{status}"
    );
    head.into_bytes()
}

/// What browsers want to know about a file: they stream modules of this type only.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "zip" => "application/zip",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;

    fn site() -> Site {
        let mut pack = Vec::new();
        for (name, text) in [("index.html", "<p>hello"), ("rv32.wasm", "module")] {
            let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
            gzip.write_all(text.as_bytes()).unwrap();
            let bytes = gzip.finish().unwrap();
            pack.extend(name.bytes().chain([0]));
            pack.extend((bytes.len() as u32).to_le_bytes());
            pack.extend(bytes);
        }
        Site::read(pack.leak()).unwrap()
    }

    fn host(site: &Site) -> Host<'_> {
        Host {
            site,
            archive: Some(b"PK"),
            port: 80,
        }
    }

    #[track_caller]
    fn check(request: &str, begins: &str, ends: &str) {
        let head = format!("{request}\r\nHost: 127.0.0.1:80\r\n\r\n");
        let told = host(&site()).answer(&head).unwrap();
        let told = String::from_utf8_lossy(&told).into_owned();
        assert!(told.starts_with(begins), "{told}");
        assert!(told.ends_with(ends), "{told}");
    }

    #[test]
    fn files_are_served_by_their_names_and_nothing_else_is() {
        check(
            "GET / HTTP/1.1",
            "HTTP/1.1 200 OK\r\nContent-Type: text/html",
            "<p>hello",
        );
        check("GET /?embed#x HTTP/1.1", "HTTP/1.1 200 OK", "<p>hello");
        let wasm = "HTTP/1.1 200 OK\r\nContent-Type: application/wasm\r\nContent-Length: 6\r\n";
        check("GET /rv32.wasm HTTP/1.1", wasm, "module");
        check("HEAD /rv32.wasm HTTP/1.1", wasm, "\r\n\r\n");
        for path in [
            "/../Cargo.toml",
            "/%2e%2e/x",
            "/etc/passwd",
            "//etc/passwd",
            "/index.html/",
        ] {
            check(
                &format!("GET {path} HTTP/1.1"),
                "HTTP/1.1 404",
                "404 Not Found",
            );
        }
        check("GET /project.zip HTTP/1.1", "HTTP/1.1 200 OK", "PK");
        check("POST / HTTP/1.1", "HTTP/1.1 405", "405 Method Not Allowed");
        check("", "HTTP/1.1 405", "405 Method Not Allowed");
    }

    #[test]
    fn whoever_takes_gzip_gets_it() {
        let head = "GET / HTTP/1.1\r\nhost: localhost:80\r\naccept-encoding: br, gzip\r\n\r\n";
        let told = host(&site()).answer(head).unwrap();
        let body = told.windows(4).position(|w| w == b"\r\n\r\n").unwrap() + 4;
        assert!(String::from_utf8_lossy(&told[..body]).contains("Content-Encoding: gzip"));
        assert_eq!(unpacked(&told[body..]).unwrap(), b"<p>hello");
    }

    #[test]
    fn another_name_of_the_machine_is_refused() {
        let head = "GET / HTTP/1.1\r\nHost: evil.example:80\r\n\r\n";
        let told = host(&site()).answer(head).unwrap();
        assert!(told.starts_with(b"HTTP/1.1 421"));
    }

    #[test]
    fn the_policy_allows_no_inline_scripts() {
        assert!(!POLICY.contains("unsafe-inline") && !POLICY.contains("'unsafe-eval'"));
    }
}
