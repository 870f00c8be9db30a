//! Registers, frames and data, as variables.

use crate::adapter::{Adapter, Answer, Next, Reply, Session};
use crate::arguments::Details;
use crate::breakpoints::data_id;
use crate::launch::Launcher;
use crate::stack::call_of;
use debug::engine::{FloatWidth, FrameState};
use debug::expr::{Assignable, Width};
use debug::stops::WatchTarget;
use debug::view::{self, DataLabel, Element, RegisterView};
use machine::isa::Bank;
use serde_json::{Value, json};

/// The most variables in one answer.
const MOST: usize = 10_000;
/// A number below this is not taken for an address.
const SMALL: u32 = 1000;
/// The longest text of a variable.
const LONGEST_TEXT: usize = 200;

/// What a group of variables is.
#[derive(Clone, Debug)]
pub(crate) enum Handle {
    /// The registers of an open call.
    Registers { call: usize, bank: Bank },
    /// Control registers.
    Control,
    /// The words on the stack of an open call.
    Frame { call: usize },
    /// All labels of data.
    Data,
    /// The elements of one.
    Elements(DataLabel),
}

/// A variable before it is told.
struct Variable {
    name: String,
    value: String,
    kind: &'static str,
    /// The expression that it is the value of.
    expression: String,
    /// Where it, or what it points to, is in memory.
    memory: Option<u32>,
    /// Its parts.
    parts: Option<(Handle, u32)>,
}

impl Session {
    fn handle(&mut self, handle: Handle) -> i64 {
        self.handles.push(handle);
        self.handles.len() as i64
    }

    fn find(&self, reference: i64) -> Result<Handle, String> {
        let index = usize::try_from(reference - 1).ok();
        let handle = index.and_then(|index| self.handles.get(index)).cloned();
        handle.ok_or_else(|| "these variables are from an earlier stop".to_owned())
    }

    fn frame_state(&mut self, call: usize) -> Option<FrameState> {
        if call == 0 {
            return None;
        }
        let frames = self.frames();
        self.engine().frame_state(&frames, call)
    }

    /// The variables of a group.
    fn list(&mut self, handle: &Handle) -> Vec<Variable> {
        match handle {
            Handle::Registers { call, bank } => {
                let frame = self.frame_state(*call);
                let engine = self.repl.program();
                let all = view::registers(engine, frame.as_ref(), *bank).into_iter();
                let pc = (*bank == Bank::Int && *call == 0).then(|| self.pc());
                pc.into_iter()
                    .chain(all.map(|known| self.register(known)))
                    .collect()
            }
            Handle::Control => {
                let all = view::control_registers(self.repl.program()).into_iter();
                all.map(|known| self.register(known)).collect()
            }
            Handle::Frame { call } => self.stack_words(*call),
            Handle::Data => {
                let labels = view::data_labels(self.repl.program()).into_iter();
                labels.map(|label| self.label(label)).collect()
            }
            Handle::Elements(label) => {
                let count = label.size / label.element.size();
                let shown = (count as usize).min(MOST);
                (0..shown as u32).map(|k| self.element(label, k)).collect()
            }
        }
    }

    fn pc(&self) -> Variable {
        let pc = self.repl.program().pc();
        Variable {
            name: "pc".to_owned(),
            value: format!("0x{pc:08x} <{}>", self.repl.program().map().name(pc)),
            kind: "address",
            expression: "pc".to_owned(),
            memory: Some(pc),
            parts: None,
        }
    }

    fn register(&self, known: RegisterView) -> Variable {
        let engine = self.repl.program();
        let bits = known.bits as u32;
        let is_float = known.reg.is_some_and(|reg| reg.bank() == Bank::Float);
        // Small numbers may be addresses, too, but hardly ever are.
        let is_small = (bits as i32).unsigned_abs() < SMALL;
        let points_somewhere =
            known.reg.is_some() && !is_float && !is_small && engine.memory().readable(bits);
        Variable {
            name: known.name.to_owned(),
            value: known.text,
            kind: if is_float { "float" } else { "word" },
            expression: known.name.to_owned(),
            memory: points_somewhere.then_some(bits),
            parts: None,
        }
    }

    fn stack_words(&mut self, call: usize) -> Vec<Variable> {
        let frames = self.frames();
        let words = view::frame_words(self.engine(), &frames, call);
        let engine = self.repl.program();
        let told = words.into_iter().map(|word| {
            let saved = word.saved.map(|reg| engine.desc().register_name(reg));
            let name = match saved {
                Some(reg) => format!("sp+{} (saved {reg})", word.offset),
                None => format!("sp+{}", word.offset),
            };
            Variable {
                name,
                value: view::word_text(engine, word.value),
                kind: "word",
                expression: format!("*0x{:08x}", word.address),
                memory: Some(word.address),
                parts: None,
            }
        });
        told.collect()
    }

    fn label(&self, label: DataLabel) -> Variable {
        let count = label.size / label.element.size().max(1);
        let has_parts = label.element != Element::Text && count > 1;
        let value = match label.element {
            Element::Text => self.text_at(label.address, label.size),
            _ if has_parts => format!("{count} {}", kind_of(label.element, true)),
            _ => self.element(&label, 0).value,
        };
        Variable {
            name: label.name.clone(),
            value,
            kind: kind_of(label.element, false),
            expression: match has_parts {
                true => label.name.clone(),
                false => format!("{}[0]", label.name),
            },
            memory: Some(label.address),
            parts: has_parts.then_some((Handle::Elements(label), count)),
        }
    }

    fn text_at(&self, address: u32, size: u32) -> String {
        let longest = (size as usize).min(LONGEST_TEXT);
        match self.repl.program().memory().read_string(address, longest) {
            Ok(bytes) => format!("{:?}", String::from_utf8_lossy(&bytes)),
            Err(_) => {
                let bytes = (0..longest as u32).map(|k| address.wrapping_add(k));
                let bytes: Vec<u8> = bytes
                    .map(|at| self.repl.program().memory().peek(at))
                    .collect();
                format!("{:?}", String::from_utf8_lossy(&bytes))
            }
        }
    }

    fn element(&self, label: &DataLabel, k: u32) -> Variable {
        let engine = self.repl.program();
        let address = label.address.wrapping_add(k * label.element.size());
        let unreadable = || "no memory".to_owned();
        let value = match label.element {
            Element::Float(width) => {
                let number = engine.float_at(address, width);
                number.map_or_else(|_| unreadable(), |number| number.to_string())
            }
            Element::Number(width) => {
                let value = engine.state().load(width, address);
                value.map_or_else(|_| unreadable(), |value| view::number_text(value, width))
            }
            Element::Text => String::new(),
        };
        Variable {
            name: format!("[{k}]"),
            value,
            kind: kind_of(label.element, false),
            expression: format!("{}[{k}]", label.name),
            memory: Some(address),
            parts: None,
        }
    }

    /// The message about a variable.
    fn tell(&mut self, variable: Variable) -> Value {
        let mut told = json!({
            "name": variable.name,
            "value": variable.value,
            "type": variable.kind,
            "evaluateName": variable.expression,
            "variablesReference": 0,
        });
        if let Some(address) = variable.memory {
            told["memoryReference"] = format!("0x{address:08x}").into();
        }
        if let Some((parts, count)) = variable.parts {
            told["variablesReference"] = self.handle(parts).into();
            told["indexedVariables"] = count.into();
        }
        told
    }
}

fn kind_of(element: Element, several: bool) -> &'static str {
    match (element, several) {
        (Element::Text, _) => "text",
        (Element::Float(FloatWidth::Single), false) => "single",
        (Element::Float(FloatWidth::Single), true) => "singles",
        (Element::Float(FloatWidth::Double), false) => "double",
        (Element::Float(FloatWidth::Double), true) => "doubles",
        (Element::Number(Width::Byte | Width::SignedByte), false) => "byte",
        (Element::Number(Width::Byte | Width::SignedByte), true) => "bytes",
        (Element::Number(Width::Half | Width::SignedHalf), false) => "half-word",
        (Element::Number(Width::Half | Width::SignedHalf), true) => "half-words",
        (Element::Number(Width::Word), false) => "word",
        (Element::Number(Width::Word), true) => "words",
    }
}

impl<L: Launcher> Adapter<L> {
    pub(crate) fn scopes(&mut self, details: &Details) -> Answer {
        let call = call_of(details.frame_id);
        let session = self.session()?;
        if call > session.frames().len() {
            return Err("there is no such call".to_owned());
        }
        let bank = Bank::Int;
        let mut scopes = vec![("Registers", "registers", Handle::Registers { call, bank })];
        scopes.push(("Stack frame", "locals", Handle::Frame { call }));
        scopes.push(("Data", "globals", Handle::Data));
        let bank = Bank::Float;
        scopes.push((
            "Float registers",
            "registers",
            Handle::Registers { call, bank },
        ));
        if call == 0 {
            scopes.push(("Control registers", "registers", Handle::Control));
        }
        let told = scopes.into_iter().map(|(name, hint, handle)| {
            json!({
                "name": name,
                "presentationHint": hint,
                "variablesReference": session.handle(handle),
                "expensive": false,
            })
        });
        let told: Vec<Value> = told.collect();
        Ok(json!({ "scopes": told }).into())
    }

    pub(crate) fn variables(&mut self, details: &Details) -> Answer {
        let begin = usize::try_from(details.start.unwrap_or(0)).unwrap_or(0);
        let most = usize::try_from(details.count.unwrap_or(0)).unwrap_or(0);
        let most = if most == 0 { MOST } else { most.min(MOST) };
        let session = self.session()?;
        let handle = session.find(details.variables_reference)?;
        let all = session.list(&handle);
        let chosen = all.into_iter().skip(begin).take(most);
        let told: Vec<Value> = chosen.map(|variable| session.tell(variable)).collect();
        Ok(json!({ "variables": told }).into())
    }

    pub(crate) fn set_variable(&mut self, details: &Details) -> Answer {
        let session = self.session()?;
        let handle = session.find(details.variables_reference)?;
        if let Handle::Registers { call: 1.., .. } = handle {
            let why =
                "these registers are of a caller, as they were at its call: they cannot be set";
            return Err(why.to_owned());
        }
        let all = session.list(&handle);
        let known = all.into_iter().find(|known| known.name == details.name);
        let known = known.ok_or_else(|| format!("there is no `{}` here", details.name))?;
        let value = session.change(&known.expression, &details.value)?;
        // What was shown stays valid, but for what was derived from this.
        Ok(Reply {
            body: json!({ "value": value }),
            next: Next::Changed(None),
        })
    }

    pub(crate) fn set_expression(&mut self, details: &Details) -> Answer {
        if call_of(details.frame_id) > 0 {
            return Err("only the innermost call can be changed".to_owned());
        }
        let value = self
            .session()?
            .change(&details.expression, &details.value)?;
        Ok(Reply {
            body: json!({ "value": value }),
            next: Next::Changed(None),
        })
    }

    pub(crate) fn data_breakpoint_info(&mut self, details: &Details) -> Answer {
        let session = self.session()?;
        if details.as_address {
            let first = crate::memory::address_of(&details.name, 0)?;
            let last = first.checked_add(details.bytes.unwrap_or(4).max(1) - 1);
            let what = last.map(|last| WatchTarget::Memory { first, last });
            return Ok(watch_told(what, &details.name));
        }
        let expression = match details.variables_reference {
            0 => details.name.clone(),
            reference => {
                let handle = session.find(reference)?;
                let all = session.list(&handle);
                let known = all.into_iter().find(|known| known.name == details.name);
                known.map_or_else(|| details.name.clone(), |known| known.expression)
            }
        };
        let what = session
            .watched(&expression)
            .map(|what| match (what, details.bytes) {
                (WatchTarget::Memory { first, .. }, Some(bytes @ 1..)) => WatchTarget::Memory {
                    first,
                    last: first.saturating_add(bytes - 1),
                },
                _ => what,
            });
        Ok(watch_told(what, &expression))
    }
}

/// What can be said about a place that somebody may want to watch.
fn watch_told(what: Option<WatchTarget>, name: &str) -> Reply {
    match what {
        None => json!({
            "dataId": null,
            "description": format!("`{}` cannot be watched", diag::one_line(name)),
        }),
        Some(what) => json!({
            "dataId": data_id(what),
            "description": diag::one_line(name),
            "accessTypes": ["read", "write", "readWrite"],
            "canPersist": false,
        }),
    }
    .into()
}

impl Session {
    /// What an expression names, if it can be watched.
    fn watched(&mut self, expression: &str) -> Option<WatchTarget> {
        let engine = self.repl.program();
        let parsed = engine.parse(expression).ok()?;
        match parsed.place(None, &engine.state()).ok()? {
            Assignable::Register(reg) => Some(WatchTarget::Register(reg)),
            Assignable::Memory(first, width) => {
                let labels = view::data_labels(engine);
                let whole = labels.iter().find(|label| label.name == expression.trim());
                let size = whole.map_or(width.size(), |label| label.size.max(1));
                let last = first.checked_add(size - 1)?;
                Some(WatchTarget::Memory { first, last })
            }
            Assignable::Control(_) | Assignable::Pc => None,
        }
    }

    /// Sets something to what is written, as the prompt does; what it is then.
    fn change(&mut self, place: &str, value: &str) -> Result<String, String> {
        let set = self.repl.look(&format!("set {place} = {value}"));
        set.map_err(|why| why.trim_end().to_owned())?;
        let printed = self.engine().printed();
        self.shown = self.shown.min(printed);
        self.repl.value(place, 0)
    }
}
