//! The words of a unit test that stand for numbers and addresses: `&row[2]`, `&addresses(row)`,
//! `len(row)`, `'a'`, `0x10`.

use assembler::literal;

/// What a word stands for. Names are not looked up yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A number, as its bits.
    Number(u32),
    /// `&name` or `&name[index]`.
    Address(String, usize),
    /// `&addresses(name)`: an array of the addresses of all elements.
    Addresses(String),
    /// `len(name)`: how many elements there are.
    Length(String),
    /// `_`: any value.
    Any,
    /// Something else: text, or the name of a generator.
    Text(String),
}

impl Word {
    /// Reads a word. The error is a sentence.
    pub fn parse(text: &str) -> Result<Word, String> {
        let trimmed = text.trim();
        if trimmed == "_" {
            return Ok(Word::Any);
        }
        if let Some(rest) = trimmed.strip_prefix('&') {
            return address(rest);
        }
        if let Some(name) = inside(trimmed, "len") {
            return named(name).map(Word::Length);
        }
        if trimmed.starts_with("len(") {
            return Err("a length needs data: write `len(row)`".to_owned());
        }
        if let Some(number) = character(trimmed).or_else(|| number(trimmed)) {
            return Ok(Word::Number(number));
        }
        Ok(Word::Text(text.to_owned()))
    }
}

fn address(rest: &str) -> Result<Word, String> {
    if let Some(name) = inside(rest, "addresses") {
        return named(name).map(Word::Addresses);
    }
    let Some((name, index)) = rest.split_once('[') else {
        return named(rest).map(|name| Word::Address(name, 0));
    };
    let index = index.trim_end().strip_suffix(']').map(str::trim);
    match index.and_then(|index| index.parse().ok()) {
        Some(index) => named(name).map(|name| Word::Address(name, index)),
        None => {
            Err("write an index as a number starting at 0 in brackets, as in `&row[2]`".to_owned())
        }
    }
}

/// What is between the parentheses of `function(…)`.
fn inside<'a>(text: &'a str, function: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(function)?.trim_start();
    rest.strip_prefix('(')?.strip_suffix(')')
}

fn named(name: &str) -> Result<String, String> {
    let name = name.trim();
    match is_name(name) {
        true => Ok(name.to_owned()),
        false => Err(format!(
            "`{name}` is not a name: write `&row`, `&row[2]` or `&addresses(row)`"
        )),
    }
}

/// Whether this can be the name of data or of a label.
pub(crate) fn is_name(text: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-');
    !text.is_empty() && text.chars().all(letter) && !text.starts_with(|c: char| c.is_ascii_digit())
}

/// `'a'`, with the escapes of assembly.
fn character(text: &str) -> Option<u32> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut chars = inner.chars();
    let code = match (chars.next()?, chars.next()) {
        ('\\', Some(escape)) => literal::escaped(u8::try_from(escape).ok()?)?.into(),
        (c, None) => return Some(u32::from(c)).filter(|code| *code < 256),
        _ => return None,
    };
    chars.next().is_none().then_some(code)
}

/// `12`, `-3`, `0xff`: a number of 32 bits, signed or not.
pub(crate) fn number(text: &str) -> Option<u32> {
    fit(literal::number(text)?, 32)
}

/// The bits of a number, if so many can hold it, as a signed or as an unsigned one.
pub(crate) fn fit(value: i64, bits: u32) -> Option<u32> {
    let (lowest, highest) = range(bits);
    (lowest..=highest).contains(&value).then_some(value as u32)
}

/// The smallest and the largest number that fits into so many bits.
pub(crate) fn range(bits: u32) -> (i64, i64) {
    (-(1 << (bits - 1)), (1 << bits) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, word: Word) {
        assert_eq!(Word::parse(text), Ok(word));
    }

    #[test]
    fn words_are_told_apart() {
        check("&row", Word::Address("row".to_owned(), 0));
        check("& row [ 2 ]", Word::Address("row".to_owned(), 2));
        check("&addresses( row )", Word::Addresses("row".to_owned()));
        check("len(row)", Word::Length("row".to_owned()));
        check("_", Word::Any);
        check("'a'", Word::Number(97));
        check(r"'\n'", Word::Number(10));
        check("'''", Word::Number(39));
        check("-1", Word::Number(u32::MAX));
        check("0xffff_0000", Word::Number(0xffff_0000));
        check("hello", Word::Text("hello".to_owned()));
        check("4294967296", Word::Text("4294967296".to_owned()));
        check(" len", Word::Text(" len".to_owned()));
    }

    #[test]
    fn wrong_words_are_explained() {
        let wrong = |text: &str| Word::parse(text).unwrap_err();
        insta::assert_snapshot!(wrong("&row[x]"), @"write an index as a number starting at 0 in brackets, as in `&row[2]`");
        insta::assert_snapshot!(wrong("&"), @"`` is not a name: write `&row`, `&row[2]` or `&addresses(row)`");
        insta::assert_snapshot!(wrong("&addresses(row, 3)"), @"`row, 3` is not a name: write `&row`, `&row[2]` or `&addresses(row)`");
    }

    #[test]
    fn numbers_fit_signed_or_unsigned() {
        assert_eq!(fit(-128, 8), Some(0xffff_ff80));
        assert_eq!(
            (fit(255, 8), fit(256, 8), fit(-129, 8)),
            (Some(255), None, None)
        );
    }
}
