//! From pairs to groups: a thousand copies are one group, not half a million pairs.

use super::SimilarPair;

/// Submissions of which each looks like another one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct SimilarGroup {
    /// The submissions, as indices, in order.
    pub members: Vec<usize>,
    /// Pairs that connect all of them and a few more, the most surprising first.
    pub pairs: Vec<SimilarPair>,
}

/// A pair that connects nothing new is kept if neither of both has so many already.
const MOST_EACH: usize = 3;

/// The groups of a class of this size, in the order of their most surprising pairs.
pub fn groups(pairs: Vec<SimilarPair>, submissions: usize) -> Vec<SimilarGroup> {
    let mut parents: Vec<usize> = (0..submissions).collect();
    let mut counts = vec![0usize; submissions];
    let mut kept = Vec::new();
    for pair in pairs {
        let (a, b) = (
            root(&mut parents, pair.first),
            root(&mut parents, pair.second),
        );
        let few = counts[pair.first] < MOST_EACH && counts[pair.second] < MOST_EACH;
        if a == b && !few {
            continue;
        }
        parents[a.max(b)] = a.min(b);
        counts[pair.first] += 1;
        counts[pair.second] += 1;
        kept.push(pair);
    }
    let mut groups: Vec<(usize, SimilarGroup)> = Vec::new();
    for pair in kept {
        let of = root(&mut parents, pair.first);
        match groups.iter_mut().find(|(root, _)| *root == of) {
            Some((_, group)) => group.pairs.push(pair),
            None => groups.push((
                of,
                SimilarGroup {
                    members: Vec::new(),
                    pairs: vec![pair],
                },
            )),
        }
    }
    for submission in 0..submissions {
        let of = root(&mut parents, submission);
        if let Some((_, group)) = groups.iter_mut().find(|(root, _)| *root == of) {
            group.members.push(submission);
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn root(parents: &mut [usize], mut of: usize) -> usize {
    while parents[of] != of {
        parents[of] = parents[parents[of]];
        of = parents[of];
    }
    of
}
