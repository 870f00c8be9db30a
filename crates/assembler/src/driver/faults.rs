//! What becomes of the faults of all files before they are shown: those that only follow from others
//! are dropped, the rest is put in order and cut.

use diag::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Driver, MAX_DIAGNOSTICS};
use crate::dialect::MacroStyle;
use crate::messages::error::{AsmError, FaultStage, Located};
use crate::messages::slips;
use crate::options::Additions;

impl Driver<'_> {
    /// Puts the errors in the order of the files, and of the lines in them.
    pub(super) fn sort_errors(&mut self) {
        let files = self.files.iter().map(|f| f.id);
        let files = files.chain(self.included.iter().map(|f| f.id));
        let order: FxHashMap<FileId, usize> = files.enumerate().map(|(k, id)| (id, k)).collect();
        let expansions = &self.expansions;
        self.errors.sort_by_cached_key(|e| match e.span {
            Some(span) => {
                let span = expansions.source(span);
                (order.get(&span.file).copied().unwrap_or(0), span.start)
            }
            None => (usize::MAX, 0),
        });
    }

    /// Drops what a simulator would say about lines that are wrong anyway.
    pub(super) fn drop_refusals(&mut self) {
        if self.options.additions != Additions::Noted {
            return;
        }
        let place = |e: &Located| {
            let span = e.span?;
            Some((span.file, self.sources.position(span.file, span.start).line))
        };
        let wrong = self.errors.iter();
        let wrong = wrong.filter(|e| !e.error.is_warning() && !e.error.is_refusal());
        let wrong: FxHashSet<_> = wrong.filter_map(place).collect();
        let is_dropped = |e: &Located| {
            e.error.is_refusal() && place(e).is_some_and(|place| wrong.contains(&place))
        };
        let dropped: Vec<bool> = self.errors.iter().map(is_dropped).collect();
        let mut dropped = dropped.into_iter();
        self.errors.retain(|_| dropped.next() != Some(true));
    }

    /// Drops what follows from another fault: names whose definition could not be read, and
    /// words that are not UTF-8.
    pub(super) fn drop_consequences(&mut self) {
        let failed = self.errors.iter().any(|e| !e.error.is_warning());
        // The rest of the file is in that macro, or was left out.
        let lost = |e: &Located| match e.error {
            AsmError::MacroOpen { .. } | AsmError::BlockOpen { .. } => true,
            AsmError::ExpansionLimit { .. } => self.options.dialect.macros != MacroStyle::None,
            _ => false,
        };
        let lost = self.errors.iter().any(lost);
        let broken = self.errors.iter().filter_map(|e| match &e.error {
            AsmError::UnknownInstruction { name } | AsmError::LateLabel { name } => Some(name),
            _ => None,
        });
        let broken: FxHashSet<String> = broken.cloned().collect();
        let mut used: FxHashSet<String> = FxHashSet::default();
        let entry = self.options.dialect.entry;
        used.insert(entry.to_owned());
        let bad: Vec<FileId> = self
            .files
            .iter()
            .filter(|f| f.not_utf8)
            .map(|f| f.id)
            .collect();
        let sources = &self.sources;
        let outside = |e: &Located| matches!(e.error, AsmError::AddressOutside { .. });
        let outside = self.errors.iter().any(outside);
        self.errors.retain(|e| match &e.error {
            AsmError::NoInstructions => !failed,
            AsmError::TextLimit { .. } | AsmError::DataLimit { .. } if outside => false,
            AsmError::UndefinedSymbol { .. } | AsmError::UndefinedGlobal { .. } if lost => false,
            AsmError::NotUtf8 { .. } => true,
            AsmError::UndefinedSymbol { name, .. } | AsmError::UndefinedGlobal { name, .. }
                if broken.contains(name) =>
            {
                used.insert(name.clone());
                false
            }
            _ => e.span.is_none_or(|span| {
                !bad.contains(&span.file) || !sources.slice(span).contains('\u{fffd}')
            }),
        });
        for fault in &mut self.errors {
            if let (AsmError::UnknownInstruction { name }, None, Some(span)) =
                (&fault.error, &fault.hint, fault.span)
                && used.contains(name)
            {
                fault.hint = Some(Box::new(slips::colon_hint(name, span)));
            }
        }
    }

    /// Looks for the slip in the lines of the faults that will be shown.
    pub(super) fn explain_lines(&mut self) {
        for fault in self.errors.iter_mut().take(2 * MAX_DIAGNOSTICS) {
            let better = slips::explain_line(self.tables, &self.sources, fault);
            if let Some((span, hint)) = better {
                fault.span = Some(span);
                fault.hint = Some(Box::new(hint));
            }
        }
    }

    /// Keeps the first faults, errors before warnings, and counts the rest.
    pub(super) fn cut_errors(&mut self) {
        let count = |errors: &[Located]| {
            let warnings = errors.iter().filter(|e| e.error.is_warning()).count();
            (errors.len() - warnings, warnings)
        };
        if self.errors.len() <= MAX_DIAGNOSTICS {
            return;
        }
        let (errors, warnings) = count(&self.errors);
        if errors < MAX_DIAGNOSTICS {
            let mut warnings = MAX_DIAGNOSTICS - errors;
            self.errors.retain(|e| {
                let keep = !e.error.is_warning() || warnings > 0;
                warnings -= usize::from(keep && e.error.is_warning());
                keep
            });
        } else {
            self.errors.retain(|e| !e.error.is_warning());
            self.errors.truncate(MAX_DIAGNOSTICS);
        }
        let kept = count(&self.errors);
        let error = AsmError::TooMany {
            errors: errors - kept.0,
            warnings: warnings - kept.1,
            more: self.more,
        };
        self.errors
            .push(Located::placeless(error, FaultStage::Link));
    }
}

/// Whether two faults of one place say the same for another reason.
pub(super) fn same_words(a: &Located, b: &Located) -> bool {
    let title = |fault: &Located| fault.hint.as_ref().and_then(|h| h.title.clone());
    title(a).is_some() && title(a) == title(b)
}
