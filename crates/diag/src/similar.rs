//! Did you mean: the names that look like a misspelled one.

/// Longer words are no slip of the finger.
const MAX_LEN: usize = 40;
/// With more candidates than this the search would be felt.
const MAX_CANDIDATES: usize = 5_000;

/// The names most like `name`, best first, at most three.
#[must_use]
pub fn similar<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    if name.len() > MAX_LEN {
        return Vec::new();
    }
    let lower = name.to_lowercase();
    let length = name.chars().count();
    // Of a short name, every change makes another word.
    let near = |c: &str| match length {
        0 | 1 => false,
        2 => c.chars().next() == lower.chars().next() && c.len() == 3,
        _ => true,
    };
    let allowed = match length {
        0..=4 => 1,
        5..=9 => 2,
        _ => 3,
    };
    let mut found: Vec<(usize, &str)> = candidates
        .take(MAX_CANDIDATES)
        .filter(|c| c.len().abs_diff(name.len()) <= allowed && *c != name)
        .filter_map(|c| {
            let other = c.to_lowercase();
            if other == lower {
                return Some((0, c));
            }
            let distance = 1 + strsim::osa_distance(&lower, &other);
            (distance <= allowed + 1 && near(&other)).then_some((distance, c))
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    let best = found.first().map_or(0, |f| f.0);
    let found = found.into_iter().filter(|f| f.0 == best);
    found.take(3).map(|f| f.1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, expect: &[&str]) {
        let words = [
            "addi",
            "add",
            "and",
            "andi",
            "beq",
            "bne",
            "print_board",
            "Loop",
            "N",
            "x",
        ];
        assert_eq!(similar(name, words.into_iter()), expect, "{name}");
    }

    #[test]
    fn near_names() {
        check("adi", &["add", "addi", "andi"]);
        check("addii", &["addi"]);
        check("loop", &["Loop"]);
        check("print_baord", &["print_board"]);
        check("qwertz", &[]);
        check("ben", &["beq", "bne"]);
        check("n", &["N"]);
        check("y", &[]);
        check("be", &["beq", "bne"]);
        check("xy", &[]);
        check(&"a".repeat(1000), &[]);
    }
}
