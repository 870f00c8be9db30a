//! What a `.unit.toml` file says: its cases, with places for what is wrong about them later.
//!
//! Keys before the first `[[case]]` hold for every case that does not say otherwise. A file without
//! any `[[case]]` is one case itself.

use super::memory::Kind;
use super::reader::{Pair, Reader};
use super::words::{self, Word};
use diag::{Diagnostic, FileId, Span};
use toml::de::{DeTable, DeValue};

/// The largest `space`.
const LARGEST_SPACE: i64 = 1 << 20;
/// How `unchanged` names all that nothing else is said about.
const EVERYTHING_ELSE: &str = "everything else";

/// A word with its place.
pub type Placed = (Word, Span);

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
    /// Where it stands.
    pub at: Span,
    /// Memory that it lays out.
    pub data: Vec<Data>,
    /// What labels of the program are set to.
    pub set: Vec<Data>,
    /// The calls, one after the other.
    pub calls: Vec<Call>,
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
#[derive(Clone, Debug)]
pub struct Data {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub at: Span,
    /// What it is made of.
    pub kind: Kind,
    /// Its address is a multiple of this.
    pub align: usize,
    /// Its elements.
    pub values: Vec<Placed>,
}

/// What data must be after the calls.
#[derive(Clone, Debug)]
pub struct After {
    /// The data, or a label.
    pub name: String,
    /// Where the key stands.
    pub at: Span,
    /// What it is made of.
    pub kind: Kind,
    /// The elements from the first on; nothing if they may be anything.
    pub values: Option<Vec<Placed>>,
    /// Whether all elements must be named.
    pub whole: bool,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The label.
    pub function: (String, Span),
    /// What is passed.
    pub args: Vec<Placed>,
    /// What must come back.
    pub returns: Vec<Placed>,
}

const CASE_KEYS: [&str; 13] = [
    "name",
    "call",
    "args",
    "returns",
    "output",
    "exit",
    "stdin",
    "max_steps",
    "preserves",
    "unchanged",
    "set",
    "calls",
    "check",
];
const CALL_KEYS: [&str; 3] = ["call", "args", "returns"];

impl UnitFile {
    /// Reads a file; what is wrong with it comes beside it.
    pub fn read(file: FileId, text: &str) -> (UnitFile, Vec<Diagnostic>) {
        let (mut reader, table) = Reader::open(file, text);
        if !reader.diagnostics.is_empty() {
            return (UnitFile::default(), reader.diagnostics);
        }
        let unit = reader.unit(table.get_ref());
        (unit, reader.diagnostics)
    }

    /// Changes all places.
    pub fn each_place(&mut self, to: impl Fn(&mut Span)) {
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

impl Reader {
    fn unit(&mut self, table: &DeTable<'_>) -> UnitFile {
        let (mut link, mut cases) = (Vec::new(), None);
        let mut common = Vec::new();
        for pair in self.pairs(table) {
            match pair.key {
                "link" => link = self.texts(&pair),
                "case" => cases = Some(pair),
                _ => common.push(pair),
            }
        }
        let Some(cases) = cases else {
            let at = common.first().map_or(self.span(0..0), |pair| pair.at);
            let case = self.case(&common, &[], "1".to_owned(), at);
            return UnitFile {
                link,
                cases: case.into_iter().collect(),
            };
        };
        let mut read = Vec::new();
        for (number, value) in self.list(&cases).into_iter().enumerate() {
            let at = self.place(value);
            let Some(own) = value.get_ref().as_table() else {
                self.wrong(at, "a case is a table", "write `[[case]]` above its keys");
                continue;
            };
            let (own, name) = (self.pairs(own), (number + 1).to_string());
            read.extend(self.case(&common, &own, name, at));
        }
        UnitFile { link, cases: read }
    }

    /// A case, from the keys that hold for all and those of its own.
    fn case(
        &mut self,
        common: &[Pair<'_, '_>],
        own: &[Pair<'_, '_>],
        name: String,
        at: Span,
    ) -> Option<Case> {
        let is_own = |key: &str| own.iter().any(|pair| pair.key == key);
        // A case that lists calls replaces the one that holds for all.
        let several = is_own("calls");
        let replaced = |key: &str| is_own(key) || several && matches!(key, "args" | "returns");
        let inherited = common.iter().filter(|pair| !replaced(pair.key));
        let pairs: Vec<Pair<'_, '_>> = inherited.chain(own).copied().collect();
        let mut case = Case {
            name,
            at,
            data: Vec::new(),
            set: Vec::new(),
            calls: Vec::new(),
            after: Vec::new(),
            unchanged: None,
            output: None,
            exit: None,
            stdin: String::new(),
            max_steps: None,
            check: false,
            preserves: Vec::new(),
        };
        let known_errors = self.diagnostics.len();
        for pair in &pairs {
            if !CASE_KEYS.contains(&pair.key) && !pair.key.ends_with("_after") {
                let data = self.own_data(pair, &pairs);
                case.data.extend(data);
            }
        }
        for pair in &pairs {
            self.case_key(&mut case, pair);
        }
        for pair in pairs.iter().filter(|pair| pair.key.ends_with("_after")) {
            let after = self.after(&case, pair);
            case.after.extend(after);
        }
        case.calls = self.calls(&pairs, at);
        (self.diagnostics.len() == known_errors).then_some(case)
    }

    fn case_key(&mut self, case: &mut Case, pair: &Pair<'_, '_>) {
        match pair.key {
            "name" => {
                if let Some(name) = self.text(pair) {
                    case.name = name;
                }
            }
            "output" => case.output = self.text(pair),
            "stdin" => case.stdin = self.text(pair).unwrap_or_default(),
            "exit" => {
                let code = self.integer(pair.value, "exit", (i32::MIN.into(), i32::MAX.into()));
                case.exit = code.map(|code| code as i32);
            }
            "max_steps" => {
                let steps = self.integer(pair.value, "max_steps", (1, i64::MAX));
                case.max_steps = steps.map(|steps| steps as u64);
            }
            "check" => match pair.value.get_ref().as_bool() {
                Some(check) => case.check = check,
                None => {
                    let at = self.place(pair.value);
                    self.wrong(
                        at,
                        "`check` must be true or false",
                        "this is something else",
                    );
                }
            },
            "preserves" => case.preserves = self.texts(pair),
            "unchanged" => {
                let names = self.texts(pair);
                let everything = names.iter().any(|(name, _)| name == EVERYTHING_ELSE);
                case.unchanged = (!everything).then_some(names);
            }
            "set" => {
                if let Some(table) = self.table(pair, "{ score = { words = [0] } }") {
                    for pair in self.pairs(table) {
                        let data = self.data(&pair);
                        case.set.extend(data);
                    }
                }
            }
            _ => {}
        }
    }

    /// Data under a key that is no other, or a mistake.
    fn own_data(&mut self, pair: &Pair<'_, '_>, all: &[Pair<'_, '_>]) -> Option<Data> {
        let is_table = matches!(pair.value.get_ref(), DeValue::Table(_));
        if is_table && words::is_name(pair.key) {
            return self.data(pair);
        }
        let names = all.iter().filter(|pair| pair.value.get_ref().is_table());
        let afters: Vec<String> = names.map(|pair| format!("{}_after", pair.key)).collect();
        let known = CASE_KEYS.into_iter().chain(["link", "case"]);
        self.unknown_key(pair, known.chain(afters.iter().map(String::as_str)), "key");
        None
    }

    fn data(&mut self, pair: &Pair<'_, '_>) -> Option<Data> {
        let table = self.table(pair, "{ words = [1, 2] }")?;
        let at = self.place(pair.value);
        let (kind, contents) = self.kind(table, at)?;
        let align = match table.get("align") {
            Some(value) => {
                let align = self.integer(value, "align", (1, 4096))?;
                if !(align as usize).is_power_of_two() {
                    let at = self.place(value);
                    self.wrong(at, "`align` must be 1, 2, 4, 8, …", "no power of two");
                }
                align as usize
            }
            None => kind.size(),
        };
        let values = self.elements(kind, &contents)?;
        for (_, at) in values.iter().filter(|(word, _)| *word == Word::Any) {
            self.wrong(
                *at,
                "memory has to begin with something",
                "`_` is for what comes after",
            );
        }
        Some(Data {
            name: pair.key.to_owned(),
            at: pair.at,
            kind,
            align,
            values,
        })
    }

    /// The elements that a value of data lists.
    fn elements(&mut self, kind: Kind, pair: &Pair<'_, '_>) -> Option<Vec<Placed>> {
        let place = self.place(pair.value);
        let byte = |byte: u8| (Word::Number(byte.into()), place);
        match kind {
            Kind::Text | Kind::Ascii => {
                let text = self.text(pair)?;
                let end = (kind == Kind::Text).then_some(0);
                Some(text.bytes().chain(end).map(byte).collect())
            }
            Kind::Space => {
                if pair.value.get_ref().is_array() {
                    return self.numbers(kind, pair);
                }
                let size = self.integer(pair.value, "space", (0, LARGEST_SPACE))?;
                Some((0..size).map(|_| byte(0)).collect())
            }
            _ => self.numbers(kind, pair),
        }
    }

    fn numbers(&mut self, kind: Kind, pair: &Pair<'_, '_>) -> Option<Vec<Placed>> {
        let mut values = Vec::new();
        let known = self.diagnostics.len();
        for value in self.list(pair) {
            let at = self.place(value);
            let is_number = matches!(value.get_ref(), DeValue::Float(_) | DeValue::Integer(_));
            let word = match kind == Kind::Floats && is_number {
                true => self
                    .float(value, pair.key)
                    .map(|float| Word::Number(float.to_bits())),
                false => self.word(value, pair.key, 8 * kind.size() as u32),
            };
            match (word, kind) {
                (Some(Word::Text(text)), _) => {
                    self.wrong(at, format!("`{text}` is no number"), "cannot be an element");
                }
                (Some(Word::Address(..) | Word::Addresses(_)), Kind::Bytes | Kind::Halfwords) => {
                    self.wrong(at, "an address takes four bytes", "put it into `pointers`");
                }
                (Some(word), _) => values.push((word, at)),
                (None, _) => {}
            }
        }
        (self.diagnostics.len() == known).then_some(values)
    }

    /// What `NAME_after` says.
    fn after(&mut self, case: &Case, pair: &Pair<'_, '_>) -> Option<After> {
        let name = pair.key.strip_suffix("_after")?.to_owned();
        let mut known = case.data.iter().chain(&case.set);
        let known = known.find(|data| data.name == name).map(|data| data.kind);
        let place = self.place(pair.value);
        let mut after = After {
            name,
            at: pair.at,
            kind: known.unwrap_or(Kind::Bytes),
            values: None,
            whole: true,
        };
        if let Some(table) = pair.value.get_ref().as_table() {
            let (kind, contents) = self.kind(table, place)?;
            (after.kind, after.whole) = (kind, false);
            after.values = Some(self.elements(kind, &contents)?);
            return Some(after);
        }
        if pair.value.get_ref().as_str() == Some("_") {
            return Some(after);
        }
        let Some(kind) = known else {
            let title = format!("the case has no data `{}`", after.name);
            let diagnostic = Diagnostic::error(super::codes::NAME, title);
            let names = case.data.iter().map(|data| data.name.as_str());
            let label = "nothing has this name";
            let diagnostic =
                super::reader::with_similar(diagnostic, pair.at, &after.name, names, label);
            self.tell(diagnostic.help(format!(
                "for a label of the program say what is there: `{} = {{ words = […] }}`",
                pair.key
            )));
            return None;
        };
        after.values = Some(match pair.value.get_ref().as_str() {
            Some(_) if !kind.is_text() && kind != Kind::Space => self.numbers(kind, pair)?,
            Some(_) => {
                after.whole = false;
                if kind != Kind::Ascii {
                    after.kind = Kind::Text;
                }
                self.elements(after.kind, pair)?
            }
            None => self.numbers(kind, pair)?,
        });
        Some(after)
    }

    /// The calls of a case: those in `calls`, or the one that its own keys describe.
    fn calls(&mut self, pairs: &[Pair<'_, '_>], at: Span) -> Vec<Call> {
        let find = |key: &str| pairs.iter().rev().find(|pair| pair.key == key);
        let default = find("call").copied();
        let Some(calls) = find("calls") else {
            return self.one_call(pairs, None, at).into_iter().collect();
        };
        if let Some(pair) = find("args").or(find("returns")) {
            self.wrong(
                pair.at,
                "a case with `calls` has these in each call",
                "not here",
            );
        }
        let mut read = Vec::new();
        for value in self.list(calls) {
            let place = self.place(value);
            let Some(table) = value.get_ref().as_table() else {
                self.wrong(
                    place,
                    "a call is a table",
                    "such as `{ args = [1], returns = [2] }`",
                );
                continue;
            };
            let pairs = self.pairs(table);
            for pair in pairs.iter().filter(|pair| !CALL_KEYS.contains(&pair.key)) {
                self.unknown_key(pair, CALL_KEYS, "key of a call");
            }
            read.extend(self.one_call(&pairs, default, place));
        }
        read
    }

    fn one_call(
        &mut self,
        pairs: &[Pair<'_, '_>],
        default: Option<Pair<'_, '_>>,
        at: Span,
    ) -> Option<Call> {
        let find = |key: &str| pairs.iter().rev().find(|pair| pair.key == key).copied();
        let Some(function) = find("call").or(default) else {
            self.wrong(at, "nothing says what to call", "add `call = \"LABEL\"`");
            return None;
        };
        let name = (self.text(&function)?, self.place(function.value));
        let mut words = |key: &str| -> Vec<Placed> {
            let Some(pair) = find(key) else {
                return Vec::new();
            };
            let mut words = Vec::new();
            for value in self.list(&pair) {
                let at = self.place(value);
                words.extend(self.word(value, key, 32).map(|word| (word, at)));
            }
            words
        };
        let (args, returns) = (words("args"), words("returns"));
        for (_, at) in args.iter().filter(|(word, _)| *word == Word::Any) {
            self.wrong(*at, "a call needs all its arguments", "`_` is for results");
        }
        if let Some((_, at)) = returns.get(2) {
            self.wrong(*at, "a function has two result registers", "a third result");
        }
        Some(Call {
            function: name,
            args,
            returns,
        })
    }
}
