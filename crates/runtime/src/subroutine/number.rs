//! Numbers as memory holds them, in either byte order.

/// A number of one, two or four bytes.
pub trait Number: Copy {
    /// Bytes in memory.
    const SIZE: usize;

    /// Appends its bytes, the high one first if `big_endian`.
    fn push_to(self, bytes: &mut Vec<u8>, big_endian: bool);

    /// The number that these bytes hold, if there are [`Number::SIZE`] of them, and 0 otherwise.
    fn of(bytes: &[u8], big_endian: bool) -> Self;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Number for $number {
            const SIZE: usize = size_of::<$number>();

            #[inline]
            fn push_to(self, bytes: &mut Vec<u8>, big_endian: bool) {
                match big_endian {
                    true => bytes.extend(self.to_be_bytes()),
                    false => bytes.extend(self.to_le_bytes()),
                }
            }

            #[inline]
            fn of(bytes: &[u8], big_endian: bool) -> Self {
                let bytes = bytes.try_into().unwrap_or_default();
                match big_endian {
                    true => <$number>::from_be_bytes(bytes),
                    false => <$number>::from_le_bytes(bytes),
                }
            }
        }
    )*};
}

numbers! { u8 u16 u32 }
