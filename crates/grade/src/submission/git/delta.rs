//! Objects that are stored as changes to others.

/// The sizes that the change begins with: of what it applies to, and of what comes out.
pub(super) fn sizes(delta: &mut &[u8]) -> Option<(u64, u64)> {
    Some((number(delta)?, number(delta)?))
}

/// Applies a change; `None` if it does not fit, or if more than `most` bytes come out.
pub(super) fn apply(base: &[u8], mut delta: &[u8], most: u64) -> Option<Vec<u8>> {
    let (before, after) = sizes(&mut delta)?;
    if before != base.len() as u64 || after > most {
        return None;
    }
    let after = usize::try_from(after).ok()?;
    let mut result = Vec::new();
    while let Some(op) = next(&mut delta) {
        let piece = match op {
            0 => return None,
            1..=0x7f => delta.split_off(..usize::from(op))?,
            _ => {
                let from = little_endian(&mut delta, op & 15)?;
                let size = match little_endian(&mut delta, op >> 4 & 7)? {
                    0 => 0x10000,
                    size => size,
                };
                base.get(from..from.checked_add(size)?)?
            }
        };
        if piece.len() > after - result.len() {
            return None;
        }
        result.extend_from_slice(piece);
    }
    (result.len() == after).then_some(result)
}

fn next(bytes: &mut &[u8]) -> Option<u8> {
    bytes.split_off_first().copied()
}

/// Seven bits in a byte, the lowest first.
fn number(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..63).step_by(7) {
        let byte = next(bytes)?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// A number of which only those bytes are there that are not zero.
fn little_endian(bytes: &mut &[u8], present: u8) -> Option<usize> {
    let mut value = 0;
    for k in 0..4 {
        if present >> k & 1 != 0 {
            value |= usize::from(next(bytes)?) << (8 * k);
        }
    }
    Some(value)
}
