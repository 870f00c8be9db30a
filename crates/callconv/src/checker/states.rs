//! The states that functions were in, each of them once: a state is known by its number.

use crate::frame::State;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// States by number.
#[derive(Clone, Debug, Default)]
pub(super) struct States {
    all: Vec<Arc<State>>,
    numbers: FxHashMap<Arc<State>, u32>,
}

impl States {
    /// The number of a state.
    pub(super) fn number(&mut self, state: &State) -> u32 {
        if let Some(&number) = self.numbers.get(state) {
            return number;
        }
        let number = self.all.len() as u32;
        let state = Arc::new(state.clone());
        self.all.push(Arc::clone(&state));
        self.numbers.insert(state, number);
        number
    }

    /// The state with a number.
    pub(super) fn get(&self, number: u32) -> &State {
        &self.all[number as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Forgets all but these, and gives them new numbers.
    pub(super) fn keep<'n>(&mut self, numbers: impl Iterator<Item = &'n mut u32>) {
        let old = std::mem::take(self);
        for number in numbers {
            *number = self.number(old.get(*number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_depth(depth: u32) -> State {
        State {
            depth,
            ..State::default()
        }
    }

    #[test]
    fn equal_states_have_one_number() {
        let mut states = States::default();
        let first = states.number(&at_depth(16));
        assert_ne!(states.number(&at_depth(32)), first);
        assert_eq!(states.number(&at_depth(16)), first);
        assert_eq!(states.get(first).depth, 16);
    }

    #[test]
    fn what_is_not_kept_is_forgotten() {
        let mut states = States::default();
        let mut kept: Vec<u32> = (0..10).map(|k| states.number(&at_depth(k))).collect();
        kept.drain(..8);
        states.keep(kept.iter_mut());
        assert_eq!(states.len(), 2);
        assert_eq!(states.get(kept[1]).depth, 9);
    }
}
