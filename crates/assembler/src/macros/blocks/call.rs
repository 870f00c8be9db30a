//! Parameters of macros, arguments of calls, and putting these into the lines.

use diag::Span;

use crate::macros::blocks::scan::{is_word, quoted_end};

/// A macro.
#[derive(Clone, Debug)]
pub(super) struct BlockMacro {
    pub parameters: Vec<BlockParameter>,
    pub body: String,
    /// Where its lines are written.
    pub lines: Vec<(u32, Span)>,
    pub defined: Span,
}

/// A parameter of a macro.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BlockParameter {
    pub name: String,
    /// Its value in calls without one.
    usual: String,
    required: bool,
    /// It takes all arguments that are left.
    rest: bool,
}

/// An argument of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BlockArgumentText {
    /// As it is written, without blanks that mean nothing.
    pub raw: String,
    /// Without quotation marks.
    pub value: String,
}

/// The arguments that a text is: they are separated by commas, and by blanks between words.
pub(super) fn arguments(text: &str) -> Vec<BlockArgumentText> {
    let bytes = text.as_bytes();
    let mut all: Vec<BlockArgumentText> = Vec::new();
    let mut current = BlockArgumentText::default();
    let (mut at, mut quoted, mut wanted) = (0, false, false);
    while let Some(byte) = bytes.get(at).copied() {
        let blank = byte == b' ' || byte == b'\t' || byte == b'\r' || byte == b'\n';
        if blank || text[at..].starts_with("/*") {
            let comment = text[at..].find("*/").filter(|_| !blank);
            at += comment.map_or(1, |len| len + 2);
            let next = bytes.get(at).copied();
            let ends = quoted || current.raw.bytes().next_back().is_some_and(is_word);
            let begins = next.is_some_and(|next| is_word(next) || next == b'"');
            if ends && begins && !current.raw.is_empty() {
                all.push(std::mem::take(&mut current));
                (quoted, wanted) = (false, true);
            }
            continue;
        }
        wanted = true;
        if byte == b',' {
            all.push(std::mem::take(&mut current));
            quoted = false;
            at += 1;
            continue;
        }
        let end = match byte {
            b'"' => quoted_end(bytes, at),
            _ => at + text[at..].chars().next().map_or(1, char::len_utf8),
        };
        let part = text.get(at..end).unwrap_or("");
        quoted = byte == b'"' && current.raw.is_empty();
        current.raw.push_str(part);
        current.value.push_str(match quoted {
            true => part
                .strip_prefix('"')
                .map_or(part, |p| p.strip_suffix('"').unwrap_or(p)),
            false => part,
        });
        at = end;
    }
    if wanted {
        all.push(current);
    }
    all
}

/// The name and the parameters of the line `.macro …`.
pub(super) fn parameters(text: &str) -> Option<(String, Vec<BlockParameter>)> {
    let text = text.trim();
    let end = text.find(|c: char| c == ',' || c.is_whitespace());
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    if name.is_empty()
        || !name.bytes().all(is_word)
        || name.starts_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let rest = rest.trim_start().trim_start_matches(',');
    let mut parameters = Vec::new();
    for argument in arguments(rest) {
        let (head, usual) = match argument.raw.split_once('=') {
            Some((head, usual)) => (head, usual.trim_matches('"')),
            None => (&*argument.raw, ""),
        };
        let (name, kind) = head.split_once(':').unwrap_or((head, ""));
        if name.is_empty() || !name.bytes().all(is_word) || !matches!(kind, "" | "req" | "vararg") {
            return None;
        }
        parameters.push(BlockParameter {
            name: name.to_owned(),
            usual: usual.to_owned(),
            required: kind == "req",
            rest: kind == "vararg",
        });
    }
    Some((name.to_owned(), parameters))
}

/// The values of the parameters; else one that lacks its value, or an argument that is too much.
pub(super) fn bind(
    parameters: &[BlockParameter],
    arguments: &[BlockArgumentText],
) -> Result<Vec<String>, (String, bool)> {
    let mut values: Vec<Option<String>> = vec![None; parameters.len()];
    let mut next = 0;
    for (k, argument) in arguments.iter().enumerate() {
        let named = argument.raw.split_once('=').and_then(|(name, value)| {
            let index = parameters.iter().position(|p| p.name == name)?;
            Some((index, value.trim_matches('"').to_owned()))
        });
        if let Some((index, value)) = named {
            values[index] = Some(value);
            continue;
        }
        let Some(parameter) = parameters.get(next) else {
            return Err((argument.raw.clone(), false));
        };
        if parameter.rest {
            let rest: Vec<&str> = arguments[k..].iter().map(|a| &*a.raw).collect();
            values[next] = Some(rest.join(","));
            break;
        }
        values[next] = Some(argument.value.clone());
        next += 1;
    }
    let given = values.into_iter().zip(parameters);
    given
        .map(
            |(value, parameter)| match value.filter(|value| !value.is_empty()) {
                Some(value) => Ok(value),
                None if parameter.required => Err((parameter.name.clone(), true)),
                None => Ok(parameter.usual.clone()),
            },
        )
        .collect()
}

/// The parameter of a repetition, and its values.
pub(super) fn loop_values(text: &str, characters: bool) -> (String, Vec<String>) {
    let mut all = arguments(text).into_iter();
    let name = all.next().map(|argument| argument.raw).unwrap_or_default();
    let mut values: Vec<String> = match characters {
        true => {
            let text = all.next().map(|argument| argument.value);
            text.unwrap_or_default().chars().map(String::from).collect()
        }
        false => all.map(|argument| argument.value).collect(),
    };
    if values.is_empty() {
        values.push(String::new());
    }
    (name, values)
}

/// The lines with values for `\name`, the number of the call for `\@`, and nothing for `\()`; and
/// where they are written.
pub(super) fn substitute<'v>(
    body: &str,
    lines: &[(u32, Span)],
    value: impl Fn(&str) -> Option<&'v str>,
    call: Option<u64>,
) -> (String, Vec<(u32, Span)>) {
    let mut out = String::with_capacity(body.len());
    let mut places = Vec::with_capacity(lines.len());
    let mut next = lines.iter().peekable();
    let mut at = 0;
    for mark in memchr::memchr2_iter(b'\\', b'\n', body.as_bytes()) {
        if mark < at {
            continue;
        }
        while let Some((_, span)) = next.next_if(|(start, _)| *start as usize <= at) {
            places.push((out.len() as u32, *span));
        }
        out.push_str(&body[at..mark]);
        let rest = &body[mark..];
        if rest.starts_with('\n') {
            out.push('\n');
            at = mark + 1;
            continue;
        }
        let name = rest[1..]
            .find(|c: char| !is_parameter(c))
            .map_or(&rest[1..], |end| &rest[1..=end]);
        let (text, len) = match (value(name).filter(|_| !name.is_empty()), call) {
            (Some(text), _) => (text.to_owned(), 1 + name.len()),
            (None, _) if rest.starts_with("\\()") => (String::new(), 3),
            (None, Some(call)) if rest.starts_with("\\@") => (call.to_string(), 2),
            // A backslash and what it escapes stay together.
            _ if rest.starts_with("\\\\") => ("\\\\".to_owned(), 2),
            _ => ("\\".to_owned(), 1),
        };
        out.push_str(&text);
        at = mark + len;
    }
    while let Some((_, span)) = next.next_if(|(start, _)| *start as usize <= at) {
        places.push((out.len() as u32, *span));
    }
    out.push_str(body.get(at..).unwrap_or(""));
    (out, places)
}

fn is_parameter(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What GNU as makes of the same calls.
    #[test]
    fn arguments_are_those_of_gnu_as() {
        let check = |text: &str, expect: &[&str]| {
            let found: Vec<String> = arguments(text).into_iter().map(|a| a.value).collect();
            assert_eq!(found, expect, "{text}");
        };
        check("", &[]);
        check(" \"a b\" 2 3", &["a b", "2", "3"]);
        check("1 + 2, 4", &["1+2", "4"]);
        check("(1+2) 3", &["(1+2)3"]);
        check("4(sp) 5", &["4(sp)5"]);
        check("a,,c", &["a", "", "c"]);
        check("-1 -2", &["-1-2"]);
        check("x y /* z */", &["x", "y"]);
        check("%lo(x)(a0) a1", &["%lo(x)(a0)a1"]);
    }

    #[test]
    fn parameters_and_their_values() {
        let (name, list) = parameters(" m a, b=7 c:req, d:vararg").expect("it is a heading");
        assert_eq!(name, "m");
        let bound = |text: &str| bind(&list, &arguments(text));
        let is = |values: [&str; 4]| Ok(values.map(str::to_owned).to_vec());
        assert_eq!(bound("1,,3,4,\"5\" 6"), is(["1", "7", "3", "4,\"5\",6"]));
        assert_eq!(bound("c=2"), is(["", "7", "2", ""]));
        assert_eq!(bound("1"), Err(("c".to_owned(), true)));
        assert_eq!(parameters("5"), None);
        assert_eq!(parameters("m a:b"), None);
    }

    #[test]
    fn values_replace_parameters_in_the_text() {
        let named = |name: &str| match name {
            "a" => Some("x"),
            "ab" => Some("y"),
            _ => None,
        };
        let (text, _) = substitute(
            "\\a\\ab \\abc \"\\a\" \\a\\()b \\@ \\\\a\\n",
            &[],
            named,
            Some(3),
        );
        assert_eq!(text, "xy \\abc \"x\" xb 3 \\\\a\\n");
    }
}
