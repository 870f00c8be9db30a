//! What `jal run` shows of a run when it is over: statistics, caches, a pipeline.

use super::args::RunArgs;
use super::say::Voice;
use machine::observe::Off;
use runtime::observers::{
    CacheFigures, CacheTally, CacheView, CodePlace, FunctionCounts, PipelineFigures, PipelineView,
    SourcePlaces, Stalls, Stats, function_table,
};
use runtime::report::Reporter;
use runtime::{Host, Outcome, Session};
use serde_json::{Value, json};
use std::time::Duration;

/// The observers for what was asked for.
pub(super) struct Views {
    pub(super) observers: ViewObservers,
}

/// Any of them, as one observer.
type ViewObservers = (Option<CacheView>, (Option<PipelineView>, Option<Stats>));

impl Views {
    pub(super) fn of(args: &RunArgs, reporter: &Reporter<'_>, session: &Session) -> Self {
        let desc = reporter.desc;
        let image = &reporter.program.image;
        let stack = session.machine.registers.get(desc.abi.sp) as u32;
        let cache = args.cache.as_ref();
        let pipeline = args.pipeline;
        let cache = cache.map(|spec| CacheView::new(spec, image, stack));
        let pipeline = pipeline.map(|spec| PipelineView::new(spec, desc, image.delay_slots));
        let stats = args.stats.then(|| Stats::new(desc));
        Views {
            observers: (cache, (pipeline, stats)),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        matches!(self.observers, (None, (None, None)))
    }

    /// Runs to the end. One observer alone costs less than one of several.
    pub(super) fn run(&mut self, session: &mut Session, host: &mut dyn Host) -> Outcome {
        match &mut self.observers {
            (None, (None, None)) => session.run(&mut Off, host),
            (Some(cache), (None, None)) => session.run(cache, host),
            (None, (Some(pipeline), None)) => session.run(pipeline, host),
            (None, (None, Some(stats))) => session.run(stats, host),
            several => session.run(several, host),
        }
    }

    /// Shows what they have seen. `time` is how long the run took.
    pub(super) fn say(&self, voice: &Voice, reporter: &Reporter<'_>, time: Duration) {
        let places = SourcePlaces {
            program: reporter.program,
            sources: reporter.sources,
        };
        let (cache, (pipeline, stats)) = &self.observers;
        if let Some(cache) = cache {
            let figures = cache.figures(&places);
            voice.view(
                "cache",
                |width| figures.report(width),
                || cache_json(&figures),
            );
        }
        if let Some(pipeline) = pipeline {
            let figures = pipeline.figures(&places);
            let value = || pipeline_json(&figures);
            voice.view("pipeline", |width| figures.report(width), value);
        }
        if let Some(stats) = stats {
            let report = stats.report(time);
            let functions = stats.functions(&places);
            let page = |width| report.clone() + &function_table(&functions, width);
            voice.view("stats", page, || report.clone().into());
            voice.for_programs("functions", || {
                functions.iter().map(function_json).collect()
            });
        }
    }
}

fn cache_json(figures: &CacheFigures) -> Value {
    let tally = |tally: &CacheTally| json!({ "accesses": tally.accesses, "misses": tally.misses });
    let levels = figures.levels.iter().map(|(setup, counts)| {
        json!({
            "cache": setup.to_string(),
            "reads": counts.reads,
            "readMisses": counts.read_misses,
            "writes": counts.writes,
            "writeMisses": counts.write_misses,
            "compulsory": counts.compulsory,
            "capacity": counts.capacity,
            "conflict": counts.conflict,
            "evictions": counts.evictions,
            "writtenBack": counts.written_back,
        })
    });
    let lines = |lines: &[(CodePlace, CacheTally)]| -> Vec<Value> {
        let one = |(place, counted): &(CodePlace, CacheTally)| json!({ "place": place.name, "statement": place.text, "counts": tally(counted) });
        lines.iter().map(one).collect()
    };
    let data = figures.data.iter();
    let data = data.map(|(name, counted)| json!({ "label": name, "counts": tally(counted) }));
    json!({
        "levels": levels.collect::<Vec<_>>(),
        "lines": lines(&figures.lines),
        "fetches": lines(&figures.fetches),
        "data": data.collect::<Vec<_>>(),
    })
}

fn function_json(counts: &FunctionCounts) -> Value {
    json!({
        "function": counts.name,
        "instructions": counts.own,
        "withCallees": counts.with_callees,
        "calls": counts.calls,
    })
}

fn pipeline_json(figures: &PipelineFigures) -> Value {
    let stalls = |stalls: &Stalls| {
        json!({
            "load": stalls.load,
            "data": stalls.data,
            "control": stalls.control,
            "long": stalls.busy,
        })
    };
    let lines = figures.lines.iter().map(|(place, lost, runs)| {
        json!({
            "place": place.name,
            "statement": place.text,
            "runs": runs,
            "lost": stalls(lost),
        })
    });
    json!({
        "pipeline": figures.spec.to_string(),
        "instructions": figures.instructions,
        "cycles": figures.cycles,
        "lost": stalls(&figures.stalls),
        "lines": lines.collect::<Vec<_>>(),
    })
}
