//! What the host answered in a run, kept so that the run can be repeated.

use crate::host::Host;
use machine::env::{Answer, Request};

/// The most bytes of answers that are kept.
const LIMIT: usize = 64 << 20;

/// The answers that a repetition needs: all but those that are always the same. An answer that
/// comes many times in a row is kept once. The default keeps nothing.
#[derive(Default)]
pub(crate) struct Record {
    answers: Vec<(Answer, u32)>,
    bytes: usize,
    complete: bool,
}

impl Record {
    /// An empty record that is complete so far.
    pub(crate) fn new() -> Self {
        Record {
            complete: true,
            ..Record::default()
        }
    }

    /// Keeps nothing any more: the run cannot be repeated from answers alone.
    pub(crate) fn give_up(&mut self) {
        *self = Record::default();
    }

    /// Whether every answer was kept.
    pub(crate) fn is_complete(&self) -> bool {
        self.complete
    }

    /// Keeps the answer to a request, unless there were too many.
    pub(crate) fn keep(&mut self, request: &Request, answer: &Answer) {
        if request.tells_nothing() || !self.complete {
            return;
        }
        if let Some((last, times)) = self.answers.last_mut()
            && last == answer
            && *times < u32::MAX
        {
            *times += 1;
            return;
        }
        self.bytes += size_of::<(Answer, u32)>();
        if let Answer::Bytes(bytes) = answer {
            self.bytes += bytes.len();
        }
        self.complete = self.bytes <= LIMIT;
        if self.complete {
            self.answers.push((answer.clone(), 1));
        } else {
            self.answers = Vec::new();
        }
    }
}

/// A host that answers from a record.
pub(crate) struct Replay<'a> {
    answers: std::slice::Iter<'a, (Answer, u32)>,
    /// The present answer, and how often it is still to be given.
    present: Option<(&'a Answer, u32)>,
}

impl<'a> Replay<'a> {
    /// Answers from the beginning of `record`.
    pub(crate) fn new(record: &'a Record) -> Self {
        Replay {
            answers: record.answers.iter(),
            present: None,
        }
    }

    fn next(&mut self) -> Option<Answer> {
        let (answer, times) = match self.present {
            Some((answer, times)) if times > 0 => (answer, times),
            _ => {
                let (answer, times) = self.answers.next()?;
                (answer, *times)
            }
        };
        self.present = Some((answer, times - 1));
        Some(answer.clone())
    }
}

impl Host for Replay<'_> {
    fn perform(&mut self, request: &Request) -> Answer {
        match request.tells_nothing() {
            true => Answer::Done,
            false => self.next().unwrap_or(Answer::End),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Answer {
        Answer::Bytes(text.into())
    }

    #[test]
    fn a_replay_gives_the_answers_in_order() {
        let mut record = Record::new();
        let answers = [key(""), key(""), key("a"), key("a"), key(""), Answer::End];
        for answer in &answers {
            record.keep(&Request::ClearScreen, &Answer::Done);
            record.keep(&Request::PollKey, answer);
        }
        assert_eq!(record.answers.len(), 4);
        let mut replay = Replay::new(&record);
        for answer in answers {
            assert_eq!(replay.perform(&Request::ClearScreen), Answer::Done);
            assert_eq!(replay.perform(&Request::PollKey), answer);
        }
        assert_eq!(replay.perform(&Request::PollKey), Answer::End);
    }

    #[test]
    fn empty_polls_take_no_room_and_other_answers_are_bounded() {
        let mut record = Record::new();
        for _ in 0..1_000_000 {
            record.keep(&Request::PollKey, &key(""));
        }
        assert!(record.is_complete());
        for time in 0..LIMIT as u64 / 32 {
            record.keep(&Request::Time, &Answer::Milliseconds(time));
        }
        assert!(!record.is_complete());
        assert!(record.answers.is_empty());
    }
}
