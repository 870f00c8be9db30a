//! In which order imported files are linked.
//!
//! Venus keeps the imports that wait in a Java hash map and always takes the first key that the
//! map yields. Addresses depend on that order, so it is reproduced: the buckets of a table that
//! starts with 16 and doubles when it is three quarters full, and Java's hash of the path.

use crate::dialect::ImportOrder;

/// Files that wait to be linked.
pub(crate) struct Waiting<T> {
    order: ImportOrder,
    buckets: Vec<Vec<(u32, T)>>,
    len: usize,
}

impl<T> Waiting<T> {
    /// Nothing waits yet.
    pub(crate) fn new(order: ImportOrder) -> Self {
        let count = match order {
            ImportOrder::JavaHash => 16,
            ImportOrder::Source => 1,
        };
        Waiting {
            order,
            buckets: std::iter::repeat_with(Vec::new).take(count).collect(),
            len: 0,
        }
    }

    /// Adds a file imported by this path.
    pub(crate) fn insert(&mut self, path: &str, relative: bool, file: T) {
        let hash = spread(path, relative);
        let mask = self.buckets.len() - 1;
        self.buckets[hash as usize & mask].push((hash, file));
        self.len += 1;
        if self.order == ImportOrder::JavaHash && self.len > self.buckets.len() / 4 * 3 {
            self.grow();
        }
    }

    /// Takes the next file out.
    pub(crate) fn take(&mut self) -> Option<T> {
        let bucket = self.buckets.iter_mut().find(|b| !b.is_empty())?;
        self.len -= 1;
        Some(bucket.remove(0).1)
    }

    fn grow(&mut self) {
        let count = self.buckets.len() * 2;
        let old = std::mem::take(&mut self.buckets);
        self.buckets.resize_with(count, Vec::new);
        for (hash, file) in old.into_iter().flatten() {
            self.buckets[hash as usize & (count - 1)].push((hash, file));
        }
    }
}

/// Java's hash of the pair (path, relative), spread as its hash map does.
fn spread(path: &str, relative: bool) -> u32 {
    let text = path.encode_utf16().fold(0u32, |hash, unit| {
        hash.wrapping_mul(31).wrapping_add(unit.into())
    });
    let hash = text.wrapping_mul(31).wrapping_add(relative.into());
    hash ^ hash >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(order: ImportOrder, paths: &[&'static str]) -> Vec<&'static str> {
        let mut waiting = Waiting::new(order);
        for path in paths {
            waiting.insert(path, true, *path);
        }
        std::iter::from_fn(|| waiting.take()).collect()
    }

    #[test]
    fn hashes_are_those_of_java() {
        // "a.s".hashCode() = 97*31² + 46*31 + 115 = 94758.
        let hash = 94758u32 * 31 + 1;
        assert_eq!(spread("a.s", true), hash ^ hash >> 16);
    }

    #[test]
    fn order_is_that_of_the_buckets_or_of_the_source() {
        let paths = [
            "a.s", "b.s", "c.s", "d.s", "e.s", "place.s", "buffer.s", "util.s",
        ];
        // Observed with the original.
        let expect = [
            "c.s", "buffer.s", "d.s", "a.s", "b.s", "e.s", "place.s", "util.s",
        ];
        assert_eq!(order(ImportOrder::JavaHash, &paths), expect);
        assert_eq!(order(ImportOrder::Source, &paths), paths);
    }

    #[test]
    fn a_full_table_doubles() {
        let names: Vec<String> = (0..40).map(|k| format!("f{k}.s")).collect();
        let mut waiting = Waiting::new(ImportOrder::JavaHash);
        for name in &names {
            waiting.insert(name, true, name);
        }
        assert_eq!(waiting.buckets.len(), 64);
        let taken: Vec<_> = std::iter::from_fn(|| waiting.take()).collect();
        assert_eq!(taken.len(), 40);
        assert!(taken.is_sorted_by_key(|n| spread(n, true) & 63));
    }
}
