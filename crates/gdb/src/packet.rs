//! Packets as bytes: `$`, what is said, `#`, and two digits that must fit it.

use std::collections::VecDeque;

/// The longest packet that is taken, which gdb is told.
pub(crate) const LONGEST: usize = 0x4000;
/// So many bytes may wait; nobody who waits for answers sends more.
const MOST_WAITING: usize = 1 << 20;

/// What has come in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Incoming {
    /// A packet, without what is around it.
    Packet(Vec<u8>),
    /// One that was garbled on the way.
    Garbled,
    /// The last packet that was sent was garbled on the way.
    Again,
    /// Ctrl-C.
    Interrupt,
}

/// Puts packets together from bytes, as they come in.
#[derive(Debug, Default)]
pub(crate) struct PacketReader {
    bytes: VecDeque<u8>,
}

impl PacketReader {
    /// Adds bytes; whether there was room for them.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> bool {
        self.bytes.extend(bytes);
        self.bytes.len() <= MOST_WAITING
    }

    /// The next packet, if all of it is there.
    pub(crate) fn next(&mut self) -> Option<Incoming> {
        loop {
            match *self.bytes.front()? {
                b'$' => break,
                byte => {
                    self.bytes.pop_front();
                    match byte {
                        b'-' => return Some(Incoming::Again),
                        0x03 => return Some(Incoming::Interrupt),
                        // What is between packets, such as `+`, says nothing.
                        _ => {}
                    }
                }
            }
        }
        let end = self.bytes.iter().position(|byte| *byte == b'#');
        let Some(end) = end else {
            if self.bytes.len() > LONGEST + 4 {
                self.bytes.clear();
                return Some(Incoming::Garbled);
            }
            return None;
        };
        if self.bytes.len() < end + 3 {
            return None;
        }
        let packet: Vec<u8> = self.bytes.drain(..end + 3).collect();
        let (said, sum) = (&packet[1..end], &packet[end + 1..]);
        Some(match decode_hex(sum) == Some(vec![checksum(said)]) {
            true => Incoming::Packet(unescaped(said)),
            false => Incoming::Garbled,
        })
    }

    /// Whether Ctrl-C is the next thing that has come in; then it is taken.
    pub(crate) fn take_interrupt(&mut self) -> bool {
        while self.bytes.front() == Some(&b'+') {
            self.bytes.pop_front();
        }
        let is_there = self.bytes.front() == Some(&0x03);
        if is_there {
            self.bytes.pop_front();
        }
        is_there
    }
}

fn checksum(said: &[u8]) -> u8 {
    said.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte))
}

/// A packet as bytes.
pub(crate) fn framed(said: &[u8]) -> Vec<u8> {
    let mut bytes = vec![b'$'];
    bytes.extend(said);
    bytes.extend(format!("#{:02x}", checksum(said)).bytes());
    bytes
}

fn unescaped(said: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(said.len());
    let mut bytes = said.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'}' => plain.extend(bytes.next().map(|byte| byte ^ 0x20)),
            byte => plain.push(*byte),
        }
    }
    plain
}

/// Bytes as they may be in a packet.
pub(crate) fn escaped(plain: &[u8]) -> Vec<u8> {
    let mut said = Vec::with_capacity(plain.len());
    for byte in plain {
        match byte {
            b'#' | b'$' | b'}' | b'*' => said.extend([b'}', byte ^ 0x20]),
            byte => said.push(*byte),
        }
    }
    said
}

/// Bytes as digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Digits as bytes.
pub(crate) fn decode_hex(digits: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let pairs = digits.chunks(2).map(|pair| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    });
    pairs.collect()
}

/// A number in a packet.
pub(crate) fn number(digits: &str) -> Option<u32> {
    // `from_str_radix` would take a sign.
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    all_digits.then(|| u32::from_str_radix(digits, 16).ok())?
}

/// Two numbers with a comma in between.
pub(crate) fn two_numbers(text: &str) -> Option<(u32, u32)> {
    let (first, second) = text.split_once(',')?;
    Some((number(first)?, number(second)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_may_come_in_any_pieces() {
        let mut bytes = framed(b"qSupported:swbreak+");
        bytes.extend(b"+-\x03");
        bytes.extend(framed(&escaped(b"X0,4:#$}*")));
        bytes.extend(b"$m0#00");
        for size in 1..bytes.len() {
            let mut reader = PacketReader::default();
            let mut seen = Vec::new();
            for piece in bytes.chunks(size) {
                assert!(reader.push(piece));
                while let Some(incoming) = reader.next() {
                    seen.push(incoming);
                }
            }
            let expected = [
                Incoming::Packet(b"qSupported:swbreak+".to_vec()),
                Incoming::Again,
                Incoming::Interrupt,
                Incoming::Packet(b"X0,4:#$}*".to_vec()),
                Incoming::Garbled,
            ];
            assert_eq!(seen, expected);
        }
    }

    #[test]
    fn endless_packets_are_not_kept() {
        let mut reader = PacketReader::default();
        assert!(reader.push(&[b'$'; LONGEST + 9]));
        assert_eq!(reader.next(), Some(Incoming::Garbled));
        assert_eq!(reader.next(), None);
        assert!(!reader.push(&vec![b'+'; MOST_WAITING + 1]));
    }
}
