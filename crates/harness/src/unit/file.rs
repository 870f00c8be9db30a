//! What a `.unit.toml` file says: its cases, with places for what is wrong about them later.
//!
//! Keys before the first `[[case]]` hold for every case that does not say otherwise. A file without
//! any `[[case]]` is one case itself.

use super::forms::{self, AfterForm, ArgumentWord, DataTable, DataTables, Results};
use super::memory::DataKind;
use super::resolve::with_similar;
use super::words::{self, Word};
use diag::{Diagnostic, FileId, Span};
use keys::forms::{OneOrMore, PositiveForm};
use keys::{KeyPair, KeyTable, Reader, ValueForm, ValueShape};
use toml::de::DeTable;

/// How `unchanged` names all that nothing else is said about.
const EVERYTHING_ELSE: &str = "everything else";

/// A word with its place.
pub(crate) type PlacedWord = (Word, Span);

/// A file of cases.
#[derive(Clone, Debug, Default)]
pub struct UnitFile {
    /// The sources that are tested, if the file names them.
    pub link: Vec<(String, Span)>,
    /// Its cases.
    pub cases: Vec<Case>,
}

/// One case.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name, or its number.
    pub name: String,
    /// Where it is.
    pub at: Span,
    /// Memory that it lays out.
    pub data: Vec<Data>,
    /// What labels of the program are set to.
    pub set: Vec<Data>,
    /// The calls, one after the other.
    pub calls: Vec<UnitCall>,
    /// What memory must be afterwards.
    pub after: Vec<After>,
    /// What must not change; everything else if there is no list.
    pub unchanged: Option<Vec<(String, Span)>>,
    /// What must be printed, if that matters.
    pub output: Option<String>,
    /// The program must be ended with this code.
    pub exit: Option<i32>,
    /// The input.
    pub stdin: String,
    /// The most instructions of a call, if the case says so.
    pub max_steps: Option<u64>,
    /// Whether the calling convention is checked, whatever else is said.
    pub check: bool,
    /// Registers that must not change, besides those of the convention.
    pub preserves: Vec<(String, Span)>,
}

/// A piece of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub at: Span,
    /// What it is made of.
    pub kind: DataKind,
    /// Its address is a multiple of this.
    pub align: usize,
    /// Its elements.
    pub values: Vec<PlacedWord>,
}

/// What data must be after the calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After {
    /// The data, or a label.
    pub name: String,
    /// Where the key is.
    pub at: Span,
    /// What it is made of.
    pub kind: DataKind,
    /// The elements from the first on; nothing if they may be anything.
    pub values: Option<Vec<PlacedWord>>,
    /// Whether all elements must be named.
    pub whole: bool,
}

/// A call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitCall {
    /// The label.
    pub function: (String, Span),
    /// What is passed.
    pub args: Vec<PlacedWord>,
    /// What must come back.
    pub returns: Vec<PlacedWord>,
}

keys::section! {
    /// A call as it is written.
    #[derive(Debug)]
    pub struct CallKeys, "a call" {
        /// The label of the function.
        pub call: Option<(String, Span)>;
        /// The arguments, in order.
        pub args: Vec<PlacedWord> as OneOrMore<(ArgumentWord, Span)> {
            expects: "a list such as [\"&row\", \"len(row)\", 3]", default: "[]"
        };
        /// The results: one or two; `"_"` may be anything.
        pub returns: Vec<PlacedWord> as Results { default: "[]" };
    }
}

keys::section! {
    /// A case as it is written.
    #[derive(Debug)]
    pub struct CaseKeys, "[[case]]" {
        include one: CallKeys;
        /// The name of the case in messages.
        pub name: Option<String> { default: "its number" };
        /// What labels of the program hold before the call.
        pub set: Vec<Data> as DataTables;
        /// The exact output.
        pub output: Option<String> { default: "anything" };
        /// The input.
        pub stdin: String { default: "\"\"" };
        /// The function must end the program with this code.
        pub exit: Option<i32> { expects: "an exit code", default: "the function returns" };
        /// The maximum number of instructions per call.
        pub max_steps: Option<u64> as Option<PositiveForm> { default: "1000000" };
        /// Registers that must not change, besides those of the calling convention.
        pub preserves: Vec<(String, Span)> as OneOrMore<(String, Span)> {
            expects: "a list of registers", default: "[]"
        };
        /// Which memory must not change.
        pub unchanged: Option<Vec<(String, Span)>> as Option<OneOrMore<(String, Span)>> {
            expects: "a list of names of data and labels", default: "[\"everything else\"]"
        };
        /// Several calls, one after the other.
        pub calls: Option<Vec<(CallKeys, Span)>> as Option<OneOrMore<(CallKeys, Span)>> {
            expects: "a list of tables such as `{ args = [1], returns = [2] }`"
        };
        /// Whether the calling convention is checked in this case.
        pub check: bool { default: "false" };
    }
    free {
        /// Memory to lay out under this name.
        "NAME": DataTable;
        /// What that memory, or a label of the program, must hold after the calls.
        "NAME_after": AfterForm { default: "what it held before" };
    }
}

keys::section! {
    /// The keys that only the file as a whole has.
    #[derive(Debug)]
    pub struct FileKeys, "a unit test" {
        /// The sources that are tested; the extension can be left out.
        pub link: Vec<(String, Span)> as OneOrMore<(String, Span)> {
            expects: "a list of files such as [\"src/merge\"]",
            default: "the file in `src/` with the function"
        };
        /// The cases. Keys above the first one apply to each that does not set them itself.
        pub case: () as Cases;
    }
}

/// The keys of a file: without any `[[case]]`, it is one case itself.
pub(crate) const UNIT_FILE: &KeyTable = &KeyTable {
    name: FileKeys::SECTION.name,
    parts: &[FileKeys::ROWS, CallKeys::ROWS, CaseKeys::ROWS],
    free: CaseKeys::SECTION.free,
};

keys::form!(
    /// The cases of a file, which are read with the keys above them.
    pub(crate) enum Cases, (), "tables below lines with `[[case]]`",
    ValueShape::List(Box::new(CaseKeys::shape())),
    |_| Some(())
);

impl UnitFile {
    /// Reads a file; what is wrong with it comes beside it.
    pub fn read(file: FileId, text: &str) -> (UnitFile, Vec<Diagnostic>) {
        let (mut reader, table) = Reader::open(file, text);
        if !reader.diagnostics.is_empty() {
            return (UnitFile::default(), reader.diagnostics);
        }
        let unit = unit(&mut reader, &table);
        (unit, reader.diagnostics)
    }

    /// Changes all places.
    pub(crate) fn each_place(&mut self, to: impl Fn(&mut Span)) {
        for (_, at) in &mut self.link {
            to(at);
        }
        for case in &mut self.cases {
            to(&mut case.at);
            for data in case.data.iter_mut().chain(&mut case.set) {
                to(&mut data.at);
                data.values.iter_mut().for_each(|(_, at)| to(at));
            }
            for call in &mut case.calls {
                to(&mut call.function.1);
                let words = call.args.iter_mut().chain(&mut call.returns);
                words.for_each(|(_, at)| to(at));
            }
            for after in &mut case.after {
                to(&mut after.at);
                after.values.iter_mut().flatten().for_each(|(_, at)| to(at));
            }
            let unchanged = case.unchanged.iter_mut().flatten();
            for (_, at) in unchanged.chain(&mut case.preserves) {
                to(at);
            }
        }
    }
}

fn unit(reader: &mut Reader, table: &DeTable<'_>) -> UnitFile {
    let pairs = reader.pairs(table);
    let link = FileKeys::fields(reader, UNIT_FILE, &pairs).link;
    let is_of_file = |key: &str| FileKeys::SECTION.row(key).is_some();
    let (of_file, common): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|p| is_of_file(p.key));
    let Some(cases) = of_file.iter().find(|pair| pair.key == "case") else {
        let at = common.first().map_or(reader.span(0..0), |pair| pair.at);
        let case = case(reader, &common, &[], "1".to_owned(), at);
        return UnitFile {
            link,
            cases: case.into_iter().collect(),
        };
    };
    let mut read = Vec::new();
    for (number, entry) in reader.list(cases).into_iter().enumerate() {
        let at = reader.place(entry.value);
        let Some(own) = entry.value.get_ref().as_table() else {
            reader.wrong(at, "a case is a table", "write `[[case]]` above its keys");
            continue;
        };
        let (own, name) = (reader.pairs(own), (number + 1).to_string());
        read.extend(case(reader, &common, &own, name, at));
    }
    UnitFile { link, cases: read }
}

/// A case, from the keys that hold for all and those of its own.
fn case(
    reader: &mut Reader,
    common: &[KeyPair<'_, '_>],
    own: &[KeyPair<'_, '_>],
    name: String,
    at: Span,
) -> Option<Case> {
    let is_own = |key: &str| own.iter().any(|pair| pair.key == key);
    // A case that lists calls replaces the one that holds for all.
    let several = is_own("calls");
    let replaced = |key: &str| is_own(key) || several && matches!(key, "args" | "returns");
    let inherited = common.iter().filter(|pair| !replaced(pair.key));
    let pairs: Vec<KeyPair<'_, '_>> = inherited.chain(own).copied().collect();
    let known_errors = reader.diagnostics.len();
    let free = |pair: &&KeyPair<'_, '_>| CaseKeys::SECTION.row(pair.key).is_none();
    let (afters, named): (Vec<_>, Vec<_>) = pairs
        .iter()
        .filter(free)
        .partition(|pair| after_name(pair.key).is_some());
    let data = named.into_iter();
    let data: Vec<Data> = data
        .filter_map(|pair| own_data(reader, pair, &pairs))
        .collect();
    let CaseKeys {
        one,
        name: own_name,
        set,
        output,
        stdin,
        exit,
        max_steps,
        preserves,
        unchanged,
        calls: listed,
        check,
    } = CaseKeys::fields(reader, CaseKeys::SECTION, &pairs);
    let afters = afters.into_iter();
    let after = afters.filter_map(|pair| after(reader, &data, &set, pair));
    let after = after.collect();
    let calls = calls(reader, one, listed, &pairs, at);
    let everything = |names: &Vec<(String, Span)>| names.iter().any(|(n, _)| n == EVERYTHING_ELSE);
    (reader.diagnostics.len() == known_errors).then_some(Case {
        name: own_name.unwrap_or(name),
        at,
        data,
        set,
        calls,
        after,
        unchanged: unchanged.filter(|names| !everything(names)),
        output,
        exit,
        stdin,
        max_steps,
        check,
        preserves,
    })
}

/// The data that `NAME_after` is about.
fn after_name(key: &str) -> Option<&str> {
    key.strip_suffix("_after")
}

/// Data under a key that has no other meaning, or a mistake.
fn own_data(reader: &mut Reader, pair: &KeyPair<'_, '_>, all: &[KeyPair<'_, '_>]) -> Option<Data> {
    if pair.value.get_ref().is_table() && words::is_name(pair.key) {
        return DataTable::read(pair, reader).ok();
    }
    let names = all.iter().filter(|pair| pair.value.get_ref().is_table());
    let afters: Vec<String> = names.map(|pair| format!("{}_after", pair.key)).collect();
    reader.unknown(UNIT_FILE, pair, &afters);
    None
}

/// What `NAME_after` says.
fn after(
    reader: &mut Reader,
    data: &[Data],
    set: &[Data],
    pair: &KeyPair<'_, '_>,
) -> Option<After> {
    let name = after_name(pair.key)?.to_owned();
    let mut known = data.iter().chain(set);
    let known = known.find(|data| data.name == name).map(|data| data.kind);
    let place = reader.place(pair.value);
    let mut after = After {
        name,
        at: pair.at,
        kind: known.unwrap_or(DataKind::Bytes),
        values: None,
        whole: true,
    };
    if let Some(table) = pair.value.get_ref().as_table() {
        let (kind, contents) = forms::kind(table, place, reader).ok()?;
        (after.kind, after.whole) = (kind, false);
        after.values = Some(forms::elements(kind, &contents, reader).ok()?);
        return Some(after);
    }
    let text = pair.value.get_ref().as_str();
    if text == Some("_") {
        return Some(after);
    }
    let Some(kind) = known else {
        let title = format!("the case has no data `{}`", after.name);
        let diagnostic = Diagnostic::error(super::codes::NAME, title);
        let names = data.iter().map(|data| data.name.as_str());
        let label = "this name does not exist";
        let diagnostic = with_similar(diagnostic, pair.at, &after.name, names, label);
        reader.say(diagnostic.help(format!(
            "for a label of the program, say what is there: `{} = {{ words = […] }}`",
            pair.key
        )));
        return None;
    };
    let values = match text.is_some() && (kind.is_text() || kind == DataKind::Space) {
        true => {
            after.whole = false;
            if kind != DataKind::Ascii {
                after.kind = DataKind::Text;
            }
            forms::elements(after.kind, pair, reader)
        }
        false => forms::list(kind, pair, reader),
    };
    after.values = Some(values.ok()?);
    Some(after)
}

/// The calls of a case: those in `calls`, or the one that its own keys describe.
fn calls(
    reader: &mut Reader,
    one: CallKeys,
    several: Option<Vec<(CallKeys, Span)>>,
    pairs: &[KeyPair<'_, '_>],
    at: Span,
) -> Vec<UnitCall> {
    let Some(several) = several else {
        return one_call(reader, one, None, at).into_iter().collect();
    };
    let find = |key: &str| pairs.iter().rev().find(|pair| pair.key == key);
    if let Some(pair) = find("args").or(find("returns")) {
        reader.wrong(
            pair.at,
            "in a case with `calls`, these belong in each call",
            "not here",
        );
    }
    let default = one.call.as_ref();
    let calls = several.into_iter();
    calls
        .filter_map(|(call, at)| one_call(reader, call, default, at))
        .collect()
}

fn one_call(
    reader: &mut Reader,
    table: CallKeys,
    default: Option<&(String, Span)>,
    at: Span,
) -> Option<UnitCall> {
    let Some(function) = table.call.or(default.cloned()) else {
        reader.wrong(
            at,
            "the function to call is missing",
            "add `call = \"LABEL\"`",
        );
        return None;
    };
    Some(UnitCall {
        function,
        args: table.args,
        returns: table.returns,
    })
}
