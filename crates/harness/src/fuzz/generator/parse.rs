//! Reads a generator. The errors are sentences.

use super::{Choices, GeneratorShape, Variable};
use crate::unit::DataKind;
use assembler::literal;

/// The most elements of an array.
const LONGEST: i64 = 4096;

/// The words that begin a generator, with an example of each.
const EXAMPLES: [(&str, &str); 9] = [
    ("row", "row(len = 1..=9, values = [0, 2, 4])"),
    ("board", "board(rows = 4, cols = 4, values = [0, 2, 4])"),
    ("bytes", "bytes(len = 1..=9, values = [0..=255])"),
    ("halfwords", "halfwords(len = 1..=9, values = [0..=9])"),
    ("words", "words(len = 1..=9, values = [-5..=5])"),
    ("string", "string(len = 0..=9, values = ['a'..='z'])"),
    ("int", "int(0..=15)"),
    ("choice", "choice(2, 4)"),
    ("index", "index(row)"),
];

/// What a generator says; `before` are the variables that it may name.
pub(crate) fn parse(text: &str, before: &[Variable]) -> Result<GeneratorShape, String> {
    let mut parser = Parser { rest: text };
    let Some(name) = parser.word() else {
        return Err(format!(
            "a generator begins with a word, as in `{}`",
            EXAMPLES[0].1
        ));
    };
    let Some((_, example)) = EXAMPLES.iter().find(|(known, _)| *known == name) else {
        let known = EXAMPLES.map(|(known, _)| known);
        return Err(match diag::similar(name, known.into_iter()).first() {
            Some(similar) => format!("unknown generator `{name}`: did you mean `{similar}`?"),
            None => format!("unknown generator `{name}`; valid are {}", known.join(", ")),
        });
    };
    let wrong = || format!("this cannot be understood; write for example `{example}`");
    let arguments = parser.arguments().ok_or_else(wrong)?;
    let shape = match name {
        "int" | "choice" => number(&arguments),
        "index" => return index(&arguments, before, example),
        _ => array(name, &arguments)?,
    };
    shape.ok_or_else(wrong)
}

fn number(arguments: &[Argument<'_>]) -> Option<GeneratorShape> {
    let ranges = arguments.iter().map(|argument| match argument {
        Argument {
            key: None,
            value: Value::Range(low, high),
        } => Some((*low, *high)),
        _ => None,
    });
    let ranges: Vec<_> = ranges.collect::<Option<_>>()?;
    let fits = |(low, high): &(i64, i64)| *low >= i32::MIN.into() && *high <= u32::MAX.into();
    (!ranges.is_empty() && ranges.iter().all(fits))
        .then(|| GeneratorShape::Number(Choices::new(ranges)))
}

fn index(
    arguments: &[Argument<'_>],
    before: &[Variable],
    example: &str,
) -> Result<GeneratorShape, String> {
    let [
        Argument {
            key: None,
            value: Value::Name(name),
        },
    ] = arguments
    else {
        return Err(format!("an index is one of an array: `{example}`"));
    };
    let array = before.iter().position(|variable| {
        variable.name == *name && matches!(variable.shape, GeneratorShape::Array { .. })
    });
    array
        .map(GeneratorShape::Index)
        .ok_or_else(|| format!("there is no array `{name}` above this line"))
}

fn array(name: &str, arguments: &[Argument<'_>]) -> Result<Option<GeneratorShape>, String> {
    let kind = match name {
        "bytes" => DataKind::Bytes,
        "words" => DataKind::Words,
        "string" => DataKind::Text,
        _ => DataKind::Halfwords,
    };
    let (mut lengths, mut sides, mut values) = (None, [None, None], None);
    for argument in arguments {
        match (argument.key, &argument.value) {
            (Some("len"), Value::Range(low, high)) if name != "board" => {
                lengths = Some((*low, *high))
            }
            (Some("rows"), Value::Range(low, high)) if name == "board" => {
                sides[0] = Some((*low, *high));
            }
            (Some("cols"), Value::Range(low, high)) if name == "board" => {
                sides[1] = Some((*low, *high));
            }
            (Some("values"), Value::List(list)) if !list.is_empty() => values = Some(list.clone()),
            _ => return Ok(None),
        }
    }
    let Some(values) = values else {
        return Ok(None);
    };
    let (least, most) = bounds(kind);
    if let Some((low, high)) = values
        .iter()
        .find(|(low, high)| *low < least || *high > most)
    {
        return Err(format!(
            "values of `{name}` are from {least} to {most}, and {low}..={high} is not inside"
        ));
    }
    let lengths = match (lengths, sides) {
        (Some((low, high)), _) if low >= 0 && high <= LONGEST => {
            (low as usize..=high as usize).collect()
        }
        (None, [Some(rows), Some(cols)]) if rows.0 > 0 && cols.0 > 0 => products(rows, cols)?,
        _ => return Ok(None),
    };
    Ok(Some(GeneratorShape::Array {
        kind,
        lengths,
        values: Choices::new(values),
    }))
}

/// The numbers that an element may be.
fn bounds(kind: DataKind) -> (i64, i64) {
    match kind {
        DataKind::Text => (1, 127),
        kind => crate::unit::number_range(8 * kind.size() as u32),
    }
}

fn products(rows: (i64, i64), cols: (i64, i64)) -> Result<Vec<usize>, String> {
    if rows.1.saturating_mul(cols.1) > LONGEST {
        return Err(format!("a board has at most {LONGEST} fields"));
    }
    let mut lengths: Vec<usize> = (rows.0..=rows.1)
        .flat_map(|rows| (cols.0..=cols.1).map(move |cols| (rows * cols) as usize))
        .collect();
    lengths.sort_unstable();
    lengths.dedup();
    Ok(lengths)
}

/// `key = value`, or a value alone.
struct Argument<'t> {
    key: Option<&'t str>,
    value: Value<'t>,
}

enum Value<'t> {
    /// A number is a range of one.
    Range(i64, i64),
    List(Vec<(i64, i64)>),
    Name(&'t str),
}

struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn word(&mut self) -> Option<&'t str> {
        self.skip();
        let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !letter(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        is_word.then(|| {
            self.rest = rest;
            word
        })
    }

    /// `(a, b = c)` and nothing after it.
    fn arguments(&mut self) -> Option<Vec<Argument<'t>>> {
        let mut arguments = Vec::new();
        if !self.eat("(") {
            return None;
        }
        while !self.eat(")") {
            if !arguments.is_empty() && !self.eat(",") {
                return None;
            }
            arguments.push(self.argument()?);
        }
        self.skip();
        self.rest.is_empty().then_some(arguments)
    }

    fn argument(&mut self) -> Option<Argument<'t>> {
        let Some(word) = self.word() else {
            let value = self.value()?;
            return Some(Argument { key: None, value });
        };
        if !self.eat("=") {
            let value = Value::Name(word);
            return Some(Argument { key: None, value });
        }
        let value = self.value()?;
        Some(Argument {
            key: Some(word),
            value,
        })
    }

    fn value(&mut self) -> Option<Value<'t>> {
        if !self.eat("[") {
            let (low, high) = self.range()?;
            return Some(Value::Range(low, high));
        }
        let mut list = Vec::new();
        while !self.eat("]") {
            if !list.is_empty() && !self.eat(",") {
                return None;
            }
            list.push(self.range()?);
        }
        Some(Value::List(list))
    }

    /// `3`, `1..=9` or `1..10`.
    fn range(&mut self) -> Option<(i64, i64)> {
        let low = self.number()?;
        let high = match (self.eat("..="), self.rest.starts_with("..")) {
            (true, _) => self.number()?,
            (false, true) => {
                self.eat("..");
                self.number()? - 1
            }
            (false, false) => low,
        };
        (low <= high).then_some((low, high))
    }

    fn number(&mut self) -> Option<i64> {
        self.skip();
        if let Some(quoted) = self.rest.strip_prefix('\'') {
            let c = quoted.chars().next()?;
            self.rest = quoted[c.len_utf8()..].strip_prefix('\'')?;
            return u8::try_from(c).ok().map(i64::from);
        }
        let negative = self.eat("-");
        let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !letter(c)).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        let number = literal::number(digits)?;
        self.rest = rest;
        Some(if negative { -number } else { number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generators_are_read() {
        for (_, example) in EXAMPLES.iter().take(8) {
            assert!(parse(example, &[]).is_ok(), "{example}");
        }
        let Ok(GeneratorShape::Array { lengths, .. }) =
            parse("board(rows=1..=2,cols=2..4,values=[0])", &[])
        else {
            panic!("no array");
        };
        assert_eq!(lengths, [2, 3, 4, 6]);
    }

    #[test]
    fn mistakes_are_explained() {
        let wrong = |text: &str| parse(text, &[]).unwrap_err();
        insta::assert_snapshot!(wrong("rwo(len = 1)"), @"unknown generator `rwo`: did you mean `row`?");
        insta::assert_snapshot!(wrong("row(len = 1..=9)"), @"this cannot be understood; write for example `row(len = 1..=9, values = [0, 2, 4])`");
        insta::assert_snapshot!(wrong("row(len = 1, values = [70000])"), @"values of `row` are from -32768 to 65535, and 70000..=70000 is not inside");
        insta::assert_snapshot!(wrong("index(row)"), @"there is no array `row` above this line");
        insta::assert_snapshot!(wrong("int(9..=0)"), @"this cannot be understood; write for example `int(0..=15)`");
        insta::assert_snapshot!(wrong("board(rows = 100, cols = 100, values = [0])"), @"a board has at most 4096 fields");
    }
}
