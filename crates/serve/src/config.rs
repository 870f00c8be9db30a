//! `serve.toml`: what the service needs to know, beside the course. Each key is a row; the reader, the
//! file that `--init` writes, the schema for editors and the tables in docs/serving.md follow from it.

mod init;
mod roster;

pub(crate) use init::{commented, schema};
pub(crate) use roster::read_roster;

use crate::queue::QueueRules;
use anyhow::{Context, Result, bail, ensure};
use diag::{RenderOptions, Severity, SourceMap, render};
use keys::forms::{Moment, PositiveForm, SizeForm, TimeForm};
use keys::{KeyTable, Reader};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the file.
pub(crate) const FILE: &str = "serve.toml";

const MINUTE: Duration = Duration::from_secs(60);

keys::section! {
    /// `serve.toml` as it is written.
    #[derive(Clone, Debug)]
    pub(crate) struct ServeFile, "serve.toml" {
        /// The course: a folder with a `course.toml`. A path in this file begins at its folder.
        pub course: Option<String> { default: "what `--course` says" };
        /// The students, as a table in CSV with the columns `name`, `email` and `repository`.
        pub roster: String { default: "\"roster.csv\"" } = "roster.csv".to_owned();
        /// The address under which students reach the server; links in e-mails begin with it.
        pub url: Option<String> { default: "`http://` and what `listen` says" };
        /// Where the server listens. Leave encryption to a proxy such as Caddy or nginx.
        pub listen: String { default: "\"127.0.0.1:8080\"" } = "127.0.0.1:8080".to_owned();
        /// A PostgreSQL database, such as `postgres://jal@localhost/jal`.
        pub database: Option<String> { default: "SQLite, in the data folder" };
        /// The time zone in which moments are shown, as hours and minutes from UTC.
        pub time_zone: i64 as ZoneForm { default: "\"+00:00\"" };
        /// Where submissions come from.
        pub repositories: RepositoryKeys;
        /// How the queue is worked off.
        pub queue: QueueKeys;
        /// When tests open, and when submissions are frozen.
        pub times: TimeKeys;
        /// E-mail to students.
        pub mail: MailKeys;
        /// Secrets that others show.
        pub tokens: TokenKeys;
        /// A service that is told about finished runs.
        pub webhook: WebhookKeys;
    }
}

keys::section! {
    /// Where submissions come from.
    #[derive(Clone, Debug)]
    pub(crate) struct RepositoryKeys, "[repositories]" {
        /// Where the repository of a student is, unless the roster names it; `{name}` is the
        /// student's name. A path on this machine, or an address that `git fetch` understands.
        pub path: Option<String> { default: "students upload archives" };
        /// How often all repositories are looked at for pushes that nothing announced.
        pub scan: Duration as TimeForm { default: "\"1m\"" } = MINUTE;
        /// How long `git fetch` may take, for repositories on other machines.
        pub fetch_timeout: Duration as TimeForm { default: "\"1m\"" } = MINUTE;
        /// Whether students may hand in a zip archive on their page.
        pub uploads: bool { default: "true" } = true;
        /// The largest archive.
        pub upload_limit: u64 as SizeForm { default: "\"8M\"" } = 8 << 20;
    }
}

keys::section! {
    /// How the queue is worked off.
    #[derive(Clone, Debug)]
    pub(crate) struct QueueKeys, "[queue]" {
        /// How many runs this machine does at the same time; 0 leaves all to workers elsewhere.
        pub workers: Option<u64> { default: "one for each core" };
        /// The time from the end of a student's run to the next one.
        pub interval: Duration as TimeForm { default: "\"1m\"" } = MINUTE;
        /// The most runs of a student in 24 hours.
        pub per_day: u64 as PositiveForm { default: "50" } = 50;
        /// How much later a student's turn comes while the last main branch did not assemble.
        pub setback: Duration as TimeForm { default: "\"6h\"" } = MINUTE * 360;
        /// How long a worker may be silent before its run is given to another one.
        pub lease: Duration as TimeForm { default: "\"1m\"" } = MINUTE;
    }
}

keys::section! {
    /// When tests open, and when submissions are frozen.
    #[derive(Clone, Debug)]
    pub(crate) struct TimeKeys, "[times]" {
        /// Nothing runs before this moment.
        pub public_from: Option<Moment>;
        /// Daily tests do not run before this moment.
        pub daily_from: Option<Moment>;
        /// Daily tests do not run after this moment.
        pub daily_until: Option<Moment>;
        /// The last push that this server receives before this moment counts.
        pub deadline: Option<Moment> { default: "`deadline` in the course's `[grade]`" };
        /// How long after the deadline pushes still count.
        pub grace: Duration as TimeForm { default: "\"0s\"" };
        /// Whether the server freezes and grades all submissions by itself when the time is over for
        /// everybody.
        pub close: bool { default: "false" };
    }
}

keys::section! {
    /// E-mail to students.
    #[derive(Clone, Debug)]
    pub(crate) struct MailKeys, "[mail]" {
        /// The host of the SMTP server.
        pub host: Option<String> { default: "no e-mail is sent" };
        /// Its port.
        pub port: Option<u64> { default: "587, 465 with `encryption = \"tls\"`, 25 without encryption" };
        /// How the connection is encrypted.
        pub encryption: Encryption { default: "\"starttls\"" };
        /// A file with the certificate of an authority, in PEM, that is trusted besides the usual ones.
        pub authority: Option<String>;
        /// The user, if the server wants one.
        pub user: Option<String>;
        /// The file with the password.
        pub password_file: Option<String>;
        /// The sender.
        pub from: String { default: "\"jal <jal@localhost>\"" } = "jal <jal@localhost>".to_owned();
        /// Where answers go.
        pub reply_to: Option<String>;
        /// The hour of the day at which each student gets one summary, in place of a letter after each
        /// run that changed something.
        pub digest_hour: Option<u64> { expects: "an hour from 0 to 23", default: "a letter after each run" };
    }
}

keys::section! {
    /// Secrets that others show. Each is 16 characters or longer.
    #[derive(Clone, Debug)]
    pub(crate) struct TokenKeys, "[tokens]" {
        /// The secret token of GitLab's webhooks.
        pub gitlab: Option<String>;
        /// The secret of Gitea's and Forgejo's webhooks.
        pub forgejo: Option<String>;
        /// The secret of GitHub's webhooks.
        pub github: Option<String>;
        /// The token of workers on other machines.
        pub worker: Option<String>;
        /// The token for `/metrics`; without one, only this machine may read them.
        pub metrics: Option<String>;
    }
}

keys::section! {
    /// A service that is told about finished runs.
    #[derive(Clone, Debug)]
    pub(crate) struct WebhookKeys, "[webhook]" {
        /// Its address.
        pub url: Option<String>;
        /// The secret with which each message is signed (HMAC-SHA256, header `X-Jal-Signature`).
        pub secret: Option<String>;
    }
}

/// All tables of the file.
pub(crate) const SECTIONS: [&KeyTable; 7] = [
    ServeFile::SECTION,
    RepositoryKeys::SECTION,
    QueueKeys::SECTION,
    TimeKeys::SECTION,
    MailKeys::SECTION,
    TokenKeys::SECTION,
    WebhookKeys::SECTION,
];

/// How a connection is encrypted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encryption {
    /// From the second word on.
    #[default]
    StartTls,
    /// From the first byte on.
    Tls,
    /// Not at all.
    None,
}

keys::words!(Encryption {
    "starttls" => Encryption::StartTls,
    "tls" => Encryption::Tls,
    or "none" => Encryption::None,
});

keys::form!(
    /// A time zone as hours and minutes from UTC; its value is in seconds.
    pub(crate) enum ZoneForm, i64, "a text such as \"+02:00\"", keys::ValueShape::Text,
    |value| {
        let text = value.as_str()?;
        let (sign, rest) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+')?),
        };
        let (hours, minutes) = rest.split_once(':')?;
        let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
        (hours < 15 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
    }
);

/// What the service works with: the file, and what the command line says.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) file: ServeFile,
    /// The folder of the course.
    pub(crate) course: PathBuf,
    /// The folder with all state.
    pub(crate) data: PathBuf,
    /// The roster.
    pub(crate) roster: PathBuf,
    /// The folder where paths begin.
    here: PathBuf,
}

/// What the command line says about the configuration.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConfigArgs {
    pub(crate) file: Option<PathBuf>,
    pub(crate) course: Option<PathBuf>,
    pub(crate) data: PathBuf,
    pub(crate) listen: Option<String>,
    pub(crate) database: Option<String>,
}

impl Config {
    /// Reads `serve.toml`: the one that is named, or the one in the data folder.
    pub(crate) fn open(args: &ConfigArgs) -> Result<Self> {
        let place = args.file.clone().unwrap_or_else(|| args.data.join(FILE));
        let mut file = ServeFile::default();
        if args.file.is_some() || place.exists() {
            let text = fs::read_to_string(&place)
                .with_context(|| format!("cannot read `{}`", place.display()))?;
            file = parse(&place.display().to_string(), &text)?;
        }
        let here = place.parent().unwrap_or(Path::new("")).to_owned();
        if let Some(listen) = &args.listen {
            file.listen.clone_from(listen);
        }
        if let Some(database) = &args.database {
            file.database = Some(database.clone());
        }
        check(&file)?;
        let course = match (&args.course, &file.course) {
            (Some(course), _) => course.clone(),
            (None, Some(course)) => here.join(course),
            (None, None) => bail!(
                "the course is missing: pass its folder with --course, or write `course` into \
                 `{}`",
                place.display()
            ),
        };
        Ok(Config {
            course,
            roster: here.join(&file.roster),
            data: args.data.clone(),
            file,
            here,
        })
    }

    /// The rules of the queue.
    pub(crate) fn rules(&self) -> QueueRules {
        let queue = &self.file.queue;
        QueueRules {
            interval: seconds(queue.interval),
            per_day: i64::try_from(queue.per_day).unwrap_or(i64::MAX),
            setback: seconds(queue.setback),
        }
    }

    /// The address under which students reach the server, without a slash at its end.
    pub(crate) fn url(&self) -> String {
        let url = self.file.url.clone();
        let url = url.unwrap_or_else(|| format!("http://{}", self.file.listen));
        url.trim_end_matches('/').to_owned()
    }

    /// A moment as people read it.
    pub(crate) fn moment(&self, moment: i64) -> String {
        crate::moment::local(moment, self.file.time_zone)
    }

    /// A file that `serve.toml` names.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.here.join(path)
    }
}

/// Whole seconds of a time.
pub(crate) fn seconds(time: Duration) -> i64 {
    i64::try_from(time.as_secs()).unwrap_or(i64::MAX)
}

/// Reads the text of a `serve.toml`; everything that is wrong with it is in the error.
pub(crate) fn parse(name: &str, text: &str) -> Result<ServeFile> {
    let mut sources = SourceMap::default();
    let file = sources.add(name, text);
    let (mut reader, table) = Reader::open(file, text);
    let pairs = reader.pairs(&table);
    let read = ServeFile::read(&mut reader, &pairs);
    if reader
        .diagnostics
        .iter()
        .any(|d| d.severity == Severity::Error)
    {
        let said: Vec<String> = (reader.diagnostics.iter())
            .map(|diagnostic| render(&sources, diagnostic, &RenderOptions::default()))
            .collect();
        bail!("`{name}` has mistakes\n{}", said.join("\n"));
    }
    Ok(read)
}

/// What no single key shows.
fn check(file: &ServeFile) -> Result<()> {
    const SHORTEST: usize = 16;
    let TokenKeys {
        gitlab,
        forgejo,
        github,
        worker,
        metrics,
    } = &file.tokens;
    let tokens = [
        ("gitlab", gitlab),
        ("forgejo", forgejo),
        ("github", github),
        ("worker", worker),
        ("metrics", metrics),
    ];
    for (name, token) in tokens {
        let is_short = token.as_ref().is_some_and(|token| token.len() < SHORTEST);
        ensure!(
            !is_short,
            "`{name}` in [tokens] is too easy to guess: use {SHORTEST} characters or more"
        );
    }
    if let Some(hour) = file.mail.digest_hour {
        ensure!(hour < 24, "`digest_hour` in [mail] is an hour from 0 to 23");
    }
    let urls = [&file.url, &file.webhook.url];
    for url in urls.into_iter().flatten() {
        ensure!(
            url.starts_with("http://") || url.starts_with("https://"),
            "`{url}` is not an address: it begins with https:// or http://"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_with_its_units() {
        let text = "time_zone = \"-03:30\"\n[queue]\nper_day = 5\nsetback = \"2h\"\n\
                    [times]\ndeadline = 2025-05-06T13:59:00+02:00\n[mail]\nencryption = \"tls\"\n";
        let file = parse("serve.toml", text).unwrap();
        assert_eq!((file.time_zone, file.queue.per_day), (-12_600, 5));
        assert_eq!(seconds(file.queue.setback), 7200);
        assert_eq!(file.times.deadline.unwrap().seconds, 1_746_532_740);
        assert_eq!(file.mail.encryption, Encryption::Tls);
    }

    /// The tables in docs/serving.md are what the rows say; `UPDATE_DOCS=1` renews them.
    #[test]
    fn documentation_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/serving.md");
        let page = fs::read_to_string(path).unwrap();
        let renewed = keys::docs::renewed(&page, &SECTIONS);
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(path, &renewed).unwrap();
        } else {
            assert!(
                page == renewed,
                "docs/serving.md is old: UPDATE_DOCS=1 cargo test documentation"
            );
        }
        assert_eq!(page.matches("<!-- keys: ").count(), SECTIONS.len());
    }

    #[test]
    fn mistakes_are_pointed_at() {
        let error = parse("serve.toml", "[quue]\n").unwrap_err().to_string();
        assert!(error.contains("did you mean `queue`?"), "{error}");
        let error = parse("serve.toml", "[queue]\nper_day = 0\n")
            .unwrap_err()
            .to_string();
        assert!(error.contains("a whole number, 1 or more"), "{error}");
        let mut file = ServeFile::default();
        file.tokens.github = Some("short".to_owned());
        assert!(
            check(&file)
                .unwrap_err()
                .to_string()
                .contains("too easy to guess")
        );
    }
}
