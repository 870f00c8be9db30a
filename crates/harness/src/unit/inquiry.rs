//! Runs a case of a unit test again, to learn why it fails.

use super::judge::Trial;
use super::memory::DataKind;
use super::prepared::{CallWatch, Runner};
use super::resolve::Resolver;
use super::{Case, Test, UnitFile, UnitOptions};
use crate::cause::{Bounds, ConventionCauses, Inquiry, KnownArray, Scene, endless};
use assembler::{Assembler, FileSource, Loader};
use callconv::Finding;
use diag::SourceMap;
use runtime::End;
use std::sync::Arc;

/// What is known about the case that the options name. `is_own` says whether a file of this name is what
/// is tested.
pub(crate) fn inquire(
    name: &str,
    text: &str,
    options: &UnitOptions,
    files: &dyn FileSource,
    loader: &mut dyn Loader,
    assembler: &mut Assembler,
    is_own: &dyn Fn(&str) -> bool,
) -> Option<Inquiry> {
    let test = Test::open(name, text, options, files, loader, assembler).ok()?;
    let mut cases = test.unit.cases.iter().enumerate();
    let (index, case) = cases.find(|(index, case)| test.is_wanted(case, *index))?;
    let (rules, image) =
        options
            .boundary
            .of(&options.handed_in, &test.loaded, &test.check.contract);
    let mut runner = Runner::new(&test.loaded, image, rules, options.limits).ok()?;
    let found = test.look(&mut runner, case, index, is_own);
    runner.recycle();
    found
}

/// How many cases a file has, whose text this is; none if it cannot be read.
pub(crate) fn count_cases(text: &str) -> usize {
    let text = text.replace("\r\n", "\n");
    let file = SourceMap::default().add("", text.as_str());
    let (unit, wrong) = UnitFile::read(file, &text);
    match wrong.is_empty() {
        true => unit.cases.len(),
        false => 0,
    }
}

impl Test<'_> {
    fn look(
        &self,
        runner: &mut Runner,
        case: &Case,
        index: usize,
        is_own: &dyn Fn(&str) -> bool,
    ) -> Option<Inquiry> {
        let program = self.loaded.program.as_ref()?;
        let plan = Resolver::new(&program.image).case(case).ok()?;
        let trial = Trial {
            case,
            plan: &plan,
            image: &program.image,
            seed: index as u64,
            limits: self.limits(case),
        };
        let scene = Scene {
            desc: self.loaded.desc(),
            program,
            sources: &self.loaded.sources,
            is_own,
            entered: { plan.calls.iter() }
                .map(|call| call.function.clone())
                .collect(),
        };
        let judged = trial.run(runner, CallWatch::Counts).ok()?;
        let survey = scene.survey(&std::mem::take(&mut runner.counts));
        let mut bounds = Bounds::new(scene.desc, Arc::new(program.clone()), &survey);
        bounds.add(crate::cause::declared(program, &self.loaded.sources));
        bounds.add(arrays(runner, &trial));
        runner.bounds = Some(bounds);
        trial.run(runner, CallWatch::Counts).ok()?;
        let bounds = runner.bounds.take();
        let checked = trial.run(runner, CallWatch::Check(&self.check)).ok()?;
        let allowed = |finding: &&Finding| !self.options.agreement.allows(finding.what.code());
        let findings: Vec<Finding> = { checked.findings.iter() }
            .filter(allowed)
            .cloned()
            .collect();
        let causes = ConventionCauses {
            desc: scene.desc,
            survey: &survey,
        };
        Some(Inquiry {
            desc: scene.desc,
            convention: causes.first(&findings, self.crossings(&checked).all()),
            endless: match judged.stopped {
                Some(End::Limit(_)) => endless(scene.desc, &survey),
                _ => None,
            },
            bounds: bounds.and_then(|bounds| bounds.cause(&survey)),
            survey,
        })
    }
}

/// The data of a case.
fn arrays(runner: &Runner, trial: &Trial<'_>) -> Vec<KnownArray> {
    let (base, layout, _) = runner.block();
    let items = &trial.plan.items;
    let array = |(index, item): (usize, &super::DataItem)| {
        let range = layout.range(items, index);
        KnownArray {
            name: item.name.clone(),
            start: base.wrapping_add(range.start as u32),
            end: base.wrapping_add(range.end as u32),
            element: (item.kind != DataKind::Space).then_some(item.kind.size() as u32),
        }
    };
    items.iter().enumerate().map(array).collect()
}
