//! From names to places: the data of a case, and the labels of the program.

use super::codes;
use super::file::{Case, Data, PlacedWord};
use super::memory::{DataItem, DataKind, DataValue, Elements};
use super::words::{self, Word};
use diag::{Diagnostic, Span};
use machine::image::Image;

/// A case in which every name is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Memory to lay out; those that arguments need besides the named ones are last.
    pub items: Vec<DataItem>,
    /// The addresses of the labels that are used.
    pub labels: Vec<u32>,
    /// Their names.
    pub label_names: Vec<String>,
    /// What is written to labels before the calls.
    pub set: Vec<MemoryPart>,
    /// The calls.
    pub calls: Vec<PlannedCall>,
    /// What memory must be afterwards.
    pub after: Vec<MemoryPart>,
    /// The only data and labels that must not change, if not all.
    pub unchanged: Option<Vec<PartPlace>>,
}

/// What something is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartPlace {
    /// A piece of data.
    Item(usize),
    /// A label.
    Label(usize),
}

/// Values in memory from a place on.
#[derive(Clone, Debug)]
pub(crate) struct MemoryPart {
    /// Where.
    pub place: PartPlace,
    /// What they are.
    pub kind: DataKind,
    /// The values; one that is not there may be anything, and so may all if there is no list.
    pub values: Option<Vec<Option<DataValue>>>,
}

/// A call in which every name is known.
#[derive(Clone, Debug)]
pub(crate) struct PlannedCall {
    /// The label.
    pub function: String,
    /// What is passed.
    pub args: Vec<DataValue>,
    /// What must come back.
    pub returns: Vec<Option<DataValue>>,
}

/// Looks names up.
pub(crate) struct Resolver<'a> {
    image: &'a Image,
    /// What is known so far.
    pub plan: Plan,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'a> Resolver<'a> {
    /// Looks up names in this program.
    pub(crate) fn new(image: &'a Image) -> Self {
        Resolver {
            image,
            plan: Plan::default(),
            diagnostics: Vec::new(),
        }
    }

    /// Everything that a case names.
    pub(crate) fn case(mut self, case: &Case) -> Result<Plan, Vec<Diagnostic>> {
        self.declare(&case.data);
        for (index, data) in case.data.iter().enumerate() {
            let values = self.values(&data.values);
            if let (Some(item), Some(values)) = (self.plan.items.get_mut(index), values) {
                item.elements = Elements::Values(values);
            }
        }
        for data in &case.set {
            let place = self.label(&data.name, data.at).map(PartPlace::Label);
            let values = self.values(&data.values);
            if let (Some(place), Some(values)) = (place, values) {
                let values = Some(values.into_iter().map(Some).collect());
                let kind = data.kind;
                self.plan.set.push(MemoryPart {
                    place,
                    kind,
                    values,
                });
            }
        }
        for call in &case.calls {
            self.function(&call.function.0, call.function.1);
            let args = self.values(&call.args).unwrap_or_default();
            let returns = self.expected(&call.returns).unwrap_or_default();
            self.plan.calls.push(PlannedCall {
                function: call.function.0.clone(),
                args,
                returns,
            });
        }
        self.afters(case);
        if let Some(names) = &case.unchanged {
            let places = names.iter().filter_map(|(name, at)| self.place(name, *at));
            self.plan.unchanged = Some(places.collect());
        }
        match self.diagnostics.is_empty() {
            true => Ok(self.plan),
            false => Err(self.diagnostics),
        }
    }

    fn afters(&mut self, case: &Case) {
        for after in &case.after {
            let Some(place) = self.place(&after.name, after.at) else {
                continue;
            };
            let values = after.values.as_ref().map(|values| self.expected(values));
            let values = match values {
                None => None,
                Some(Some(values)) => Some(values),
                Some(None) => continue,
            };
            if let (PartPlace::Item(item), Some(values)) = (place, &values) {
                self.check_length(after, item, values.len());
            }
            let kind = after.kind;
            self.plan.after.push(MemoryPart {
                place,
                kind,
                values,
            });
        }
    }

    /// What is expected must be as long as what is there, or shorter if only a part is named.
    fn check_length(&mut self, after: &super::file::After, item: usize, count: usize) {
        let Some(item) = self.plan.items.get(item) else {
            return;
        };
        let Elements::Values(values) = &item.elements else {
            return;
        };
        let (has, named) = (values.len() * item.kind.size(), count * after.kind.size());
        if named > has || after.whole && named != has {
            let title = format!(
                "`{}` has {}, and `{}_after` {}",
                item.name,
                diag::number::count(values.len() as u64, "element"),
                item.name,
                count
            );
            let diagnostic = Diagnostic::error(codes::VALUE, title);
            self.diagnostics.push(
                diagnostic
                    .primary(after.at, "has a different length")
                    .help("write `\"_\"` for an element that may be anything"),
            );
        }
    }

    /// Makes data known by name, without its values.
    pub(crate) fn declare(&mut self, data: &[Data]) {
        for data in data {
            let elements = Elements::Values(vec![DataValue::Number(0); data.values.len()]);
            self.plan.items.push(DataItem {
                align: data.align,
                ..DataItem::new(&data.name, data.kind, elements)
            });
        }
    }

    fn values(&mut self, words: &[PlacedWord]) -> Option<Vec<DataValue>> {
        let values: Vec<DataValue> = words.iter().filter_map(|word| self.value(word)).collect();
        (values.len() == words.len()).then_some(values)
    }

    fn expected(&mut self, words: &[PlacedWord]) -> Option<Vec<Option<DataValue>>> {
        let mut values = Vec::new();
        for word in words {
            values.push(match word.0 {
                Word::Any => None,
                _ => Some(self.value(word)?),
            });
        }
        Some(values)
    }

    /// What a word stands for.
    pub(crate) fn value(&mut self, (word, at): &PlacedWord) -> Option<DataValue> {
        match word {
            Word::Number(bits) => Some(DataValue::Number(*bits)),
            Word::Address(name, index) => self.address(name, *index, *at),
            Word::Addresses(name) => {
                let item = self.item(name, *at)?;
                let name = format!("addresses({name})");
                Some(self.hidden(name, DataKind::Pointers, Elements::AddressesOf(item)))
            }
            Word::Length(name) => self.item(name, *at).map(DataValue::Length),
            Word::Any => None,
            Word::Text(text) => self.text(text, *at),
        }
    }

    /// Text as an argument: its address.
    fn text(&mut self, text: &str, at: Span) -> Option<DataValue> {
        if words::is_name(text) && self.find(text).is_some() {
            let title = format!("`{text}` in quotes is text, not the data with that name");
            self.diagnostics.push(
                Diagnostic::error(codes::VALUE, title)
                    .primary(at, format!("write `&{text}` to pass its address")),
            );
            return None;
        }
        let bytes = text.bytes().chain([0]);
        let values = bytes.map(|byte| DataValue::Number(byte.into())).collect();
        let name = format!("\"{text}\"");
        Some(self.hidden(name, DataKind::Text, Elements::Values(values)))
    }

    /// The address of memory that only an argument needs, once.
    fn hidden(&mut self, name: String, kind: DataKind, elements: Elements) -> DataValue {
        let new = DataItem {
            is_hidden: true,
            ..DataItem::new(name, kind, elements)
        };
        let items = &mut self.plan.items;
        let item = items.iter().position(|item| *item == new);
        let item = item.unwrap_or_else(|| {
            items.push(new);
            items.len() - 1
        });
        DataValue::Address { item, index: 0 }
    }

    fn address(&mut self, name: &str, index: usize, at: Span) -> Option<DataValue> {
        let Some(item) = self.find(name) else {
            let label = self.label(name, at)?;
            if index > 0 {
                let title = format!("the size of an element of `{name}` is unknown");
                self.diagnostics.push(
                    Diagnostic::error(codes::VALUE, title)
                        .primary(at, "only data of the case can have an index"),
                );
            }
            return Some(DataValue::Label(label));
        };
        let Elements::Values(values) = &self.plan.items[item].elements else {
            return None;
        };
        // The place after the last element is where an array ends.
        if index > values.len() {
            let count = diag::number::count(values.len() as u64, "element");
            let title = format!("`{name}` has only {count}");
            self.diagnostics
                .push(Diagnostic::error(codes::VALUE, title).primary(at, "is past its end"));
            return None;
        }
        Some(DataValue::Address { item, index })
    }

    fn place(&mut self, name: &str, at: Span) -> Option<PartPlace> {
        match self.find(name) {
            Some(item) => Some(PartPlace::Item(item)),
            None => self.label(name, at).map(PartPlace::Label),
        }
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.plan.items.iter().position(|item| item.name == name)
    }

    fn item(&mut self, name: &str, at: Span) -> Option<usize> {
        let item = self.find(name);
        if item.is_none() {
            let title = format!("the case has no data `{name}`");
            let known = self.plan.items.iter().map(|item| item.name.as_str());
            let diagnostic = Diagnostic::error(codes::NAME, title);
            let label = "this works only with data of the case";
            let told = with_similar(diagnostic, at, name, known, label);
            self.diagnostics.push(told);
        }
        item
    }

    /// A label of the program.
    pub(crate) fn label(&mut self, name: &str, at: Span) -> Option<usize> {
        if let Some(known) = self.plan.label_names.iter().position(|n| n == name) {
            return Some(known);
        }
        let Some(symbol) = self.image.symbol(name).filter(|symbol| !symbol.absolute) else {
            let title = format!("there is no data or label `{name}`");
            let items = self.plan.items.iter().map(|item| item.name.as_str());
            let labels = self.image.symbols.iter().map(|s| s.name.as_str());
            let diagnostic = Diagnostic::error(codes::NAME, title);
            let known = items.chain(labels);
            let label = "neither the case nor the program has it";
            let told = with_similar(diagnostic, at, name, known, label);
            self.diagnostics.push(told);
            return None;
        };
        self.plan.labels.push(symbol.address);
        self.plan.label_names.push(name.to_owned());
        Some(self.plan.labels.len() - 1)
    }

    /// Whether there is a function of this name.
    pub(crate) fn function(&mut self, name: &str, at: Span) {
        let symbol = self.image.symbol(name).filter(|symbol| !symbol.absolute);
        let is_code = |address: u32| {
            let segment = self.image.segment_at(address);
            segment.is_some_and(|segment| segment.access.execute)
        };
        let wrong = match symbol {
            Some(symbol) if is_code(symbol.address) => return,
            Some(_) => {
                let title = format!("`{name}` is not a function");
                Diagnostic::error(codes::NAME, title).primary(at, "there are no instructions there")
            }
            None => {
                let title = format!("the program has no label `{name}`");
                let labels = self.image.symbols.iter().filter(|s| is_code(s.address));
                let labels = labels.map(|s| s.name.as_str());
                let diagnostic = Diagnostic::error(codes::NAME, title);
                let label = "cannot be called";
                with_similar(diagnostic, at, name, labels, label)
            }
        };
        self.diagnostics.push(wrong);
    }
}

/// Points to a name that does not exist, and offers one that is like it.
pub(crate) fn with_similar<'k>(
    diagnostic: Diagnostic,
    at: Span,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
    label: &str,
) -> Diagnostic {
    let mut known: Vec<&str> = known.into_iter().collect();
    match diag::similar(name, known.iter().copied()).first() {
        Some(similar) => diagnostic.primary(at, format!("did you mean `{similar}`?")),
        None => {
            known.truncate(12);
            let diagnostic = diagnostic.primary(at, label);
            match known.is_empty() {
                true => diagnostic,
                false => diagnostic.help(format!("valid are {}", known.join(", "))),
            }
        }
    }
}
