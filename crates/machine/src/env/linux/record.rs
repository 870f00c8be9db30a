//! A structure in the guest's memory, field by field.

/// The bytes of a structure, whose numbers are in the guest's byte order.
pub(super) struct Record {
    pub(super) bytes: Vec<u8>,
    big_endian: bool,
}

impl Record {
    /// So many zeros.
    pub(super) fn new(size: usize, big_endian: bool) -> Self {
        Record {
            bytes: vec![0; size],
            big_endian,
        }
    }

    /// Sets a number of `N` bytes.
    pub(super) fn put<const N: usize>(&mut self, at: usize, value: u64) {
        let mut number = value.to_le_bytes();
        let number = &mut number[..N];
        if self.big_endian {
            number.reverse();
        }
        self.bytes[at..at + N].copy_from_slice(number);
    }

    /// Sets some bytes.
    pub(super) fn put_bytes(&mut self, at: usize, bytes: &[u8]) {
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }
}
