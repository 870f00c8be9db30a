//! What a letter says, as text and as HTML. All of it that comes from students or the roster is
//! escaped, and no line break of theirs reaches a header.

use super::LetterBody;
use crate::moment;
use anyhow::Result;
use harness::grading::Tier;
use harness::points::number;
use harness::report::xml::escaped;
use lettre::Message;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use minijinja::{AutoEscape, Environment, context, escape_formatter};

/// The most changes that a letter lists.
const MOST: usize = 12;

/// What all letters have.
#[derive(Clone, Debug)]
pub(crate) struct Letterhead {
    pub(crate) from: Mailbox,
    pub(crate) reply_to: Option<Mailbox>,
    pub(crate) course: String,
    /// The host that names of letters end with.
    pub(crate) host: String,
    pub(crate) time_zone: i64,
}

/// Where a letter leads.
#[derive(Clone, Debug)]
pub(crate) struct LetterLinks {
    pub(crate) page: String,
    pub(crate) unsubscribe: String,
}

/// Writes a letter. The same cause gives the same name, so that a server that got it twice can see it.
pub(crate) fn message(
    head: &Letterhead,
    to: Mailbox,
    cause: &str,
    body: &LetterBody,
    links: &LetterLinks,
) -> Result<Message> {
    let name = crate::secret::hash(format!("{cause} {}", body.student).as_bytes());
    let mut builder = Message::builder()
        .from(head.from.clone())
        .to(to)
        .subject(subject(head, body))
        .message_id(Some(format!("<{}@{}>", &name[..32], head.host)));
    if let Some(reply_to) = &head.reply_to {
        builder = builder.reply_to(reply_to.clone());
    }
    let (text, html) = texts(head, body, links)?;
    let parts = MultiPart::alternative()
        .singlepart(part(ContentType::TEXT_PLAIN, text))
        .singlepart(part(ContentType::TEXT_HTML, html));
    let mut message = builder.multipart(parts)?;
    let headers = message.headers_mut();
    for (name, value) in [
        ("List-Unsubscribe", format!("<{}>", links.unsubscribe)),
        (
            "List-Unsubscribe-Post",
            "List-Unsubscribe=One-Click".to_owned(),
        ),
        ("Auto-Submitted", "auto-generated".to_owned()),
    ] {
        let name = HeaderName::new_from_ascii_str(name);
        headers.insert_raw(HeaderValue::new(name, value));
    }
    Ok(message)
}

fn part(kind: ContentType, text: String) -> SinglePart {
    SinglePart::builder().header(kind).body(text)
}

fn subject(head: &Letterhead, body: &LetterBody) -> String {
    let (passed, all) = body.outcome.passed(Tier::Public);
    let (daily, of) = body.outcome.passed(Tier::Daily);
    let what = match body.outcome.standing.as_str() {
        "graded" if of > 0 => format!("{} of {} tests pass", passed + daily, all + of),
        "graded" => format!("{passed} of {all} public tests pass"),
        other => other.to_owned(),
    };
    let day = if body.is_digest {
        "today's summary: "
    } else {
        ""
    };
    one_line(&format!("{}: {day}{what}", head.course))
}

/// A text without what ends a line or is not seen.
pub(crate) fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_control() || "\u{2028}\u{2029}".contains(c) {
                ' '
            } else {
                c
            }
        })
        .collect()
}

/// The letter as text and as HTML.
fn texts(head: &Letterhead, body: &LetterBody, links: &LetterLinks) -> Result<(String, String)> {
    let mut templates = Environment::new();
    templates.set_auto_escape_callback(|name| match name.ends_with(".html") {
        true => AutoEscape::Html,
        false => AutoEscape::None,
    });
    templates.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if *state.auto_escape() == AutoEscape::Html => {
            Ok(out.write_str(&escaped(text))?)
        }
        _ => escape_formatter(out, state, value),
    });
    templates.add_template("letter.txt", include_str!("../templates/letter.txt"))?;
    templates.add_template("letter.html", include_str!("../templates/letter.html"))?;
    let outcome = &body.outcome;
    let some = |list: &[String]| -> Vec<String> {
        let more = list.len().saturating_sub(MOST);
        let more = (more > 0).then(|| format!("and {more} more"));
        list.iter()
            .take(MOST)
            .map(|name| one_line(name))
            .chain(more)
            .collect()
    };
    let (passed, all) = outcome.passed(Tier::Public);
    let (daily_passed, daily_all) = outcome.passed(Tier::Daily);
    let context = context! {
        student => one_line(&body.student),
        course => one_line(&head.course),
        commit => body.commit.get(..10),
        received => moment::local(body.received_at, head.time_zone),
        why => outcome.why.as_deref().map(one_line),
        standing => outcome.standing.as_str(),
        is_broken => outcome.is_broken,
        is_digest => body.is_digest,
        passed, all, daily_passed, daily_all,
        score => number(outcome.score),
        points => number(outcome.points),
        changes => outcome.changes.words(),
        passing => some(&outcome.changes.passing),
        failing => some(&outcome.changes.failing),
        page => links.page.as_str(),
        unsubscribe => links.unsubscribe.as_str(),
    };
    let render = |name: &str| templates.get_template(name)?.render(&context);
    Ok((render("letter.txt")?, render("letter.html")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{Changes, OutcomeTest};

    fn letter(student: &str, course: &str, hint: &str) -> String {
        let test = |name: &str, tier: &str, passed| OutcomeTest {
            name: name.to_owned(),
            shown: name.to_owned(),
            tier: tier.to_owned(),
            passed,
        };
        let body = LetterBody {
            run: 7,
            student: student.to_owned(),
            commit: "0123456789abcdef".to_owned(),
            received_at: 1_746_532_740,
            outcome: crate::outcome::Outcome {
                standing: "graded".to_owned(),
                score: 3.5,
                points: 11.0,
                has_daily: true,
                tests: vec![
                    test("pub/a", "public", true),
                    test("daily/b", "daily", false),
                ],
                changes: Changes {
                    passing: vec!["pub/a".to_owned()],
                    failing: vec![hint.to_owned()],
                    ..Changes::default()
                },
                ..crate::outcome::Outcome::default()
            },
            is_digest: false,
        };
        let head = Letterhead {
            from: "Course <course@example.org>".parse().unwrap(),
            reply_to: None,
            course: course.to_owned(),
            host: "example.org".to_owned(),
            time_zone: 7200,
        };
        let links = LetterLinks {
            page: "https://example.org/s/LINK".to_owned(),
            unsubscribe: "https://example.org/unsubscribe/1/TOKEN".to_owned(),
        };
        let to = "student@example.org".parse().unwrap();
        let message = message(&head, to, "run 7", &body, &links).unwrap();
        String::from_utf8(message.formatted()).unwrap()
    }

    #[test]
    fn letters_say_what_changed() {
        let text = letter("alice", "2048", "numbers below zero");
        let text: String = text
            .lines()
            .filter(|line| !line.starts_with("Date:"))
            .map(|line| format!("{line}\n"))
            .collect();
        let boundary = text
            .split("boundary=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .unwrap()
            .to_owned();
        insta::assert_snapshot!(text.replace(&boundary, "BOUNDARY"));
    }

    #[test]
    fn names_cannot_add_headers_or_tags() {
        let text = letter(
            "bob\r\nBcc: all@example.org",
            "x\nBcc: evil@example.org",
            "<script>x</script>",
        );
        let head = text.split("\r\n\r\n").next().unwrap();
        assert!(!head.lines().any(|line| line.starts_with("Bcc")), "{head}");
        let html = text.split("text/html").nth(1).unwrap();
        assert!(!html.contains("<script>"), "{html}");
    }
}
