//! Sections with names while they grow: which one is meant, padding, and variables that only their
//! file knows.

use crate::dialect::{SectionRef, SegmentKind};
use crate::placing::layout::Layout;
use crate::placing::named::{NamedSection, SectionHead};
use crate::text::parsed::{Def, SymbolBinding};

impl Layout<'_> {
    /// The section of this index, once the file has declared it.
    pub(crate) fn named(&mut self, section: SectionRef) -> Option<&mut NamedSection> {
        self.open_sections(section);
        self.object.named.get_mut(usize::from(section.index))
    }

    /// Opens the sections that were declared up to this one.
    pub(crate) fn open_sections(&mut self, section: SectionRef) {
        let (heads, named) = (&self.object.parsed.sections, &mut self.object.named);
        if usize::from(section.index) >= named.len() {
            let new = heads.iter().skip(named.len()).map(|head| NamedSection {
                head: head.clone(),
                ..NamedSection::default()
            });
            named.extend(new);
        }
    }

    /// Gives variables that the file declares for itself their places.
    pub(crate) fn place_own_variables(&mut self) {
        let symbols = self.object.parsed.symbols.iter();
        let is_own = |sym: &usize| {
            let symbol = &self.object.parsed.symbols[*sym];
            let local = symbol.binding == SymbolBinding::Local || symbol.global.is_none();
            local && matches!(symbol.def, Def::Common { .. })
        };
        let own: Vec<usize> = (0..symbols.len()).filter(is_own).collect();
        if own.is_empty() {
            return;
        }
        let zeros = SectionHead::named(".bss");
        let sections = &mut self.object.parsed.sections;
        let index = sections.iter().position(|head| *head == zeros);
        let index = index.unwrap_or_else(|| {
            sections.push(zeros);
            sections.len() - 1
        });
        let section = self.object.parsed.sections[index].at(index);
        for sym in own {
            let Def::Common { size, align } = self.object.parsed.symbols[sym].def else {
                continue;
            };
            let Some(named) = self.named(section) else {
                return;
            };
            let align = align.max(1);
            named.align = named.align.max(align);
            let offset = named.contents.len().next_multiple_of(align.into());
            named
                .contents
                .skip(offset - named.contents.len() + u64::from(size));
            let at = Some((SegmentKind::Named(section), offset as u32));
            let symbol = &mut self.object.parsed.symbols[sym];
            symbol.def = Def::Label { at };
            symbol.global = None;
        }
    }
}
