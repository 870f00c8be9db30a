//! How values of a unit test are written: words that stand for numbers and addresses, and tables
//! that describe data.

use super::file::Data;
use super::file::PlacedWord;
use super::memory::DataKind;
use super::words::{self, Word};
use diag::{Diagnostic, Span};
use keys::codes::WRONG_VALUE;
use keys::forms::{OneOrMore, integer};
use keys::{KeyPair, KeyRow, KeyTable, Reader, Refused, ValueForm, ValueShape};
use toml::de::{DeTable, DeValue};

/// The largest `space`.
const LARGEST_SPACE: i64 = 1 << 20;

/// The keys of a piece of data.
pub const DATA: &KeyTable = &KeyTable {
    name: "data",
    parts: &[&[
        numbers("bytes", " Numbers of one byte."),
        numbers("halfwords", " Numbers of two bytes."),
        numbers("words", " Numbers of four bytes."),
        numbers("floats", " Floating-point numbers of four bytes."),
        numbers("pointers", " Addresses."),
        KeyRow::of::<String>("string", " Text with a zero at its end."),
        KeyRow::of::<String>("ascii", " Text without a zero at its end."),
        KeyRow {
            expects: "a number of bytes, or a list of them",
            ..KeyRow::of::<OneOrMore<u64>>("space", " Bytes that are zero.")
        },
        KeyRow {
            expects: "1, 2, 4, 8, …",
            default: "the size of an element",
            ..KeyRow::of::<u64>("align", " The address is a multiple of this.")
        },
    ]],
    free: &[],
};

const fn numbers(name: &'static str, doc: &'static str) -> KeyRow {
    KeyRow {
        expects: "a list such as [1, 0x10, \"'a'\"]",
        ..KeyRow::of::<OneOrMore<Element>>(name, doc)
    }
}

keys::form!(
    /// An element of data: a number, or a word in quotes.
    enum Element, (), "a number or a word",
    ValueShape::Either(vec![
        ValueShape::Number(f64::MIN, Some(f64::from(u32::MAX))),
        ValueShape::Text,
    ]),
    |_| Some(())
);

/// A number, or a word in quotes that stands for one.
impl ValueForm for Word {
    type Value = Word;
    const EXPECTS: &'static str = "a number, or a word such as \"&row\"";

    fn shape() -> ValueShape {
        let (low, high) = words::range(32);
        ValueShape::Either(vec![ValueShape::Whole(low, high), ValueShape::Text])
    }

    fn read(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<Word, Refused> {
        word(pair, reader, 32)
    }
}

/// A word that is passed: it cannot be `_`.
#[derive(Debug)]
pub(crate) enum ArgumentWord {}

impl ValueForm for ArgumentWord {
    type Value = Word;
    const EXPECTS: &'static str = Word::EXPECTS;

    fn shape() -> ValueShape {
        Word::shape()
    }

    fn read(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<Word, Refused> {
        let word = word(pair, reader, 32)?;
        if word != Word::Any {
            return Ok(word);
        }
        let at = reader.place(pair.value);
        reader.wrong(
            at,
            "a call needs all of its arguments",
            "`_` is for results",
        );
        Err(Refused::Reported)
    }
}

/// What a function must return: at most two words.
#[derive(Debug)]
pub(crate) enum Results {}

impl ValueForm for Results {
    type Value = Vec<PlacedWord>;
    const EXPECTS: &'static str = "a list of one or two numbers";

    fn shape() -> ValueShape {
        OneOrMore::<Word>::shape()
    }

    fn read(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<Self::Value, Refused> {
        let words = OneOrMore::<(Word, Span)>::read(pair, reader)?;
        if let Some((_, at)) = words.get(2) {
            reader.wrong(*at, "a function has two result registers", "a third result");
        }
        Ok(words)
    }
}

/// A piece of data under its name.
#[derive(Debug)]
pub(crate) enum DataTable {}

impl ValueForm for DataTable {
    type Value = Data;
    const EXPECTS: &'static str = "a table such as `{ words = [1, 2] }`";

    fn shape() -> ValueShape {
        ValueShape::Table(DATA)
    }

    fn read(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<Data, Refused> {
        data(pair, reader)
    }
}

/// Pieces of data, each under its name.
#[derive(Debug)]
pub(crate) enum DataTables {}

impl ValueForm for DataTables {
    type Value = Vec<Data>;
    const EXPECTS: &'static str = "a table such as `{ score = { words = [0] } }`";

    fn shape() -> ValueShape {
        ValueShape::Map(Box::new(ValueShape::Table(DATA)))
    }

    fn read(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<Vec<Data>, Refused> {
        let table = pair.value.get_ref().as_table().ok_or(Refused::ValueForm)?;
        let pairs = reader.pairs(table);
        pairs.iter().map(|pair| data(pair, reader)).collect()
    }
}

keys::form!(
    /// What data must be afterwards: elements, or a table that says what they are.
    pub(crate) enum AfterForm, (), "a list of elements, \"_\", or a table", ValueShape::Any,
    |_| Some(())
);

fn word(pair: &KeyPair<'_, '_>, reader: &mut Reader, bits: u32) -> Result<Word, Refused> {
    let DeValue::String(text) = pair.value.get_ref() else {
        let number = in_range(pair, reader, words::range(bits))?;
        return Ok(Word::Number(number as u32));
    };
    Word::parse(text).map_err(|wrong| {
        let at = reader.place(pair.value);
        reader.wrong(at, wrong, "cannot be understood");
        Refused::Reported
    })
}

/// A whole number in a range.
fn in_range(
    pair: &KeyPair<'_, '_>,
    reader: &mut Reader,
    (low, high): (i64, i64),
) -> Result<i64, Refused> {
    if !pair.value.get_ref().is_integer() {
        return Err(Refused::ValueForm);
    }
    let number = integer(pair.value.get_ref()).filter(|number| (low..=high).contains(number));
    number.ok_or_else(|| {
        let title = format!("this number does not fit into `{}`", pair.key);
        let at = reader.place(pair.value);
        reader.wrong(at, title, format!("must be from {low} to {high}"));
        Refused::Reported
    })
}

/// Reports a value of data that does not have the form of its key.
fn not_of_kind(pair: &KeyPair<'_, '_>, reader: &mut Reader, refused: Refused) -> Refused {
    if refused == Refused::ValueForm {
        let expects = DATA.row(pair.key).map_or("a value", |row| row.expects);
        reader.wrong_form(DATA, pair, expects);
    }
    Refused::Reported
}

/// The only kind that a table of data names, and its value; `align` may stand beside it.
pub(crate) fn kind<'a, 't>(
    table: &'a DeTable<'t>,
    at: Span,
    reader: &mut Reader,
) -> Result<(DataKind, KeyPair<'a, 't>), Refused> {
    let mut found: Option<(DataKind, KeyPair<'_, '_>)> = None;
    for pair in reader.pairs(table) {
        match (DataKind::named(pair.key), &found) {
            (Some(kind), None) => found = Some((kind, pair)),
            (Some(_), Some((_, first))) => reader.say(
                Diagnostic::error(WRONG_VALUE, "data must be of one kind")
                    .primary(pair.at, "a second kind")
                    .secondary(first.at, "the first"),
            ),
            (None, _) if pair.key == "align" => {}
            (None, _) => {
                reader.unknown(DATA, &pair, &[]);
                return Err(Refused::Reported);
            }
        }
    }
    found.ok_or_else(|| {
        let kinds = DataKind::ALL.map(DataKind::name).join(", ");
        reader.wrong(at, "data needs a kind", format!("must have one of {kinds}"));
        Refused::Reported
    })
}

fn data(pair: &KeyPair<'_, '_>, reader: &mut Reader) -> Result<Data, Refused> {
    let Some(table) = pair.value.get_ref().as_table() else {
        return Err(not_of_kind(pair, reader, Refused::ValueForm));
    };
    let at = reader.place(pair.value);
    let (kind, contents) = kind(table, at, reader)?;
    let align = match table.get("align") {
        Some(value) => {
            let pair = KeyPair {
                key: "align",
                value,
                ..*pair
            };
            let align = in_range(&pair, reader, (1, 4096));
            let align = align.map_err(|refused| not_of_kind(&pair, reader, refused))? as usize;
            if !align.is_power_of_two() {
                let at = reader.place(value);
                reader.wrong(at, "`align` must be 1, 2, 4, 8, …", "not a power of two");
            }
            align
        }
        None => kind.size(),
    };
    let values = elements(kind, &contents, reader)?;
    for (_, at) in values.iter().filter(|(word, _)| *word == Word::Any) {
        reader.wrong(
            *at,
            "memory needs an initial value",
            "`_` is only for values after the call",
        );
    }
    Ok(Data {
        name: pair.key.to_owned(),
        at: pair.at,
        kind,
        align,
        values,
    })
}

/// The elements that a value of data lists.
pub(crate) fn elements(
    kind: DataKind,
    pair: &KeyPair<'_, '_>,
    reader: &mut Reader,
) -> Result<Vec<PlacedWord>, Refused> {
    let place = reader.place(pair.value);
    let byte = |byte: u8| (Word::Number(byte.into()), place);
    let is_list = pair.value.get_ref().is_array();
    match kind {
        DataKind::Text | DataKind::Ascii => {
            let text = <String as ValueForm>::read(pair, reader);
            let text = text.map_err(|refused| not_of_kind(pair, reader, refused))?;
            let end = (kind == DataKind::Text).then_some(0);
            Ok(text.bytes().chain(end).map(byte).collect())
        }
        DataKind::Space if !is_list => {
            let size = in_range(pair, reader, (0, LARGEST_SPACE));
            let size = size.map_err(|refused| not_of_kind(pair, reader, refused))?;
            Ok((0..size).map(|_| byte(0)).collect())
        }
        _ => list(kind, pair, reader),
    }
}

/// The elements of a list of numbers.
pub(crate) fn list(
    kind: DataKind,
    pair: &KeyPair<'_, '_>,
    reader: &mut Reader,
) -> Result<Vec<PlacedWord>, Refused> {
    let mut values = Vec::new();
    let known = reader.diagnostics.len();
    for pair in reader.list(pair) {
        let at = reader.place(pair.value);
        let float = keys::forms::number(pair.value.get_ref()).filter(|_| kind == DataKind::Floats);
        let word = match float {
            Some(float) => Ok(Word::Number((float as f32).to_bits())),
            None => word(&pair, reader, 8 * kind.size() as u32),
        };
        match (word, kind) {
            (Ok(Word::Text(text)), _) => {
                reader.wrong(
                    at,
                    format!("`{text}` is not a number"),
                    "cannot be an element",
                );
            }
            (Ok(Word::Address(..) | Word::Addresses(_)), DataKind::Bytes | DataKind::Halfwords) => {
                reader.wrong(at, "an address takes four bytes", "put it into `pointers`");
            }
            (Ok(word), _) => values.push((word, at)),
            (Err(refused), _) => {
                not_of_kind(&pair, reader, refused);
            }
        }
    }
    match reader.diagnostics.len() == known {
        true => Ok(values),
        false => Err(Refused::Reported),
    }
}
