//! Memory as bytes and as instructions.

use crate::adapter::{Adapter, Answer, Next, Reply};
use crate::arguments::Details;
use crate::launch::Launcher;
use crate::sources::source_of;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use debug::Engine;
use serde_json::{Value, json};

/// The most bytes in one answer.
const MOST_BYTES: u64 = 1 << 20;
/// The most instructions in one answer.
const MOST_INSTRUCTIONS: u32 = 4096;

/// The address that a reference and a distance are.
pub(crate) fn address_of(reference: &str, offset: i64) -> Result<u32, String> {
    let text = reference.trim();
    let number = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
    let number = number.ok_or_else(|| format!("`{}` is not an address", diag::one_line(text)))?;
    Ok(number.wrapping_add(offset as u32))
}

impl<L: Launcher> Adapter<L> {
    pub(crate) fn read_memory(&mut self, details: &Details) -> Answer {
        let address = address_of(&details.memory_reference, details.offset)?;
        let wanted = u64::try_from(details.count.unwrap_or(0))
            .unwrap_or(0)
            .min(MOST_BYTES);
        let engine = self.session()?.engine();
        let memory = engine.memory();
        let room = (1u64 << 32) - u64::from(address);
        let places = (0..wanted.min(room)).map(|k| address.wrapping_add(k as u32));
        let bytes: Vec<u8> = places
            .take_while(|at| engine.has_memory(*at))
            .map(|at| memory.peek(at))
            .collect();
        Ok(json!({
            "address": format!("0x{address:08x}"),
            "data": STANDARD.encode(&bytes),
            "unreadableBytes": wanted - bytes.len() as u64,
        })
        .into())
    }

    pub(crate) fn write_memory(&mut self, details: &Details) -> Answer {
        let address = address_of(&details.memory_reference, details.offset)?;
        let bytes = STANDARD.decode(&details.data);
        let bytes = bytes.map_err(|_| "the data is not base64".to_owned())?;
        let session = self.session()?;
        let what = format!("set {} bytes at 0x{address:08x}", bytes.len());
        let set = session.engine().set_memory(address, &bytes, &what);
        set.map_err(|error| error.to_string())?;
        Ok(Reply {
            body: json!({ "bytesWritten": bytes.len() }),
            next: Next::Changed(Some((address, bytes.len() as u32))),
        })
    }

    pub(crate) fn disassemble(&mut self, details: &Details) -> Answer {
        let address = address_of(&details.memory_reference, details.offset)?;
        let count = u32::try_from(details.instruction_count).unwrap_or(0);
        let count = count.min(MOST_INSTRUCTIONS);
        let back = details
            .instruction_offset
            .clamp(-i64::from(MOST_INSTRUCTIONS), i64::from(MOST_INSTRUCTIONS));
        let Some(session) = &self.session else {
            return Err("there is no program".to_owned());
        };
        let engine = session.repl.program();
        let addresses = instruction_addresses(engine, address, back, count);
        let mut last = None;
        let told = addresses.iter().map(|at| {
            let mut told = json!({ "address": format!("0x{at:08x}"), "instruction": "" });
            let Some((_, text)) = engine.instructions(*at, 1).pop() else {
                told["instruction"] = "(not code)".into();
                told["presentationHint"] = "invalid".into();
                return told;
            };
            told["instruction"] = text.into();
            told["instructionBytes"] = bytes_text(engine, *at).into();
            let map = engine.map();
            if let Some((label, 0)) = map.label_before(*at) {
                told["symbol"] = label.into();
            }
            if let Some(line) = map.line(*at) {
                told["line"] = (i64::from(line.line) - 1 + self.first_line).into();
                // Only where it changes.
                if last.replace(line.file) != Some(line.file) {
                    told["location"] = source_of(engine, &self.launcher, line.file);
                }
            }
            told
        });
        let told: Vec<Value> = told.collect();
        Ok(json!({ "instructions": told }).into())
    }
}

fn bytes_text(engine: &Engine, at: u32) -> String {
    let bytes = (0..engine.length_at(at)).map(|k| engine.memory().peek(at.wrapping_add(k)));
    let bytes: Vec<String> = bytes.map(|byte| format!("{byte:02x}")).collect();
    bytes.join(" ")
}

/// The addresses of `count` instructions, from the one that is `offset` instructions after that at
/// `address`. Where there is no code, places as long as an instruction.
fn instruction_addresses(engine: &Engine, address: u32, offset: i64, count: u32) -> Vec<u32> {
    let before = u32::try_from(-offset).unwrap_or(0);
    // The instructions before an address are found by going forward from a statement before them.
    let begin = address.saturating_sub(4 * before);
    let map = engine.map();
    let begin = map.statement(begin).map_or(begin, |line| line.address);
    let mut found = Vec::new();
    let mut at = begin;
    while at < address && found.len() < 8 * MOST_INSTRUCTIONS as usize {
        found.push(at);
        at = at.saturating_add(engine.length_at(at));
    }
    let known = found.len().min(before as usize);
    let missing = before - known as u32;
    let mut all: Vec<u32> = (1..=missing)
        .rev()
        .map(|k| begin.wrapping_sub(4 * k))
        .collect();
    all.extend(&found[found.len() - known..]);
    let skipped = usize::try_from(offset).unwrap_or(0);
    let mut at = address;
    while all.len() < skipped + count as usize {
        all.push(at);
        at = at.wrapping_add(engine.length_at(at));
    }
    all.into_iter().skip(skipped).take(count as usize).collect()
}
