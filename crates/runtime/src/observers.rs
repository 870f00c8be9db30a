//! Observers of runs. Each owns one question; none changes what a program does.

mod cache;
mod calls;
mod coverage;
mod functions;
mod looping;
mod pages;
mod pipeline;
mod places;
mod recent;
mod settings;
mod stats;
mod tables;
mod trace;

pub use cache::{
    CACHE_PLACES, CACHE_PRESETS, CACHE_WORDS, CacheCounts, CacheFigures, CachePlace, CacheSetup,
    CacheSpec, CacheTally, CacheView, MissKind, Replacement,
};
pub use calls::{Calls, Frame};
pub use coverage::{Count, Coverage};
pub use functions::{FunctionCounts, function_table};
pub use looping::{Loop, LoopAge, LoopFinder};
pub use pipeline::{
    BranchStage, PIPELINE_PRESETS, PIPELINE_WORDS, PipelineFigures, PipelineSpec, PipelineView,
    Prediction, Stalls,
};
pub use places::{CodePlace, SourcePlaces};
pub use settings::{SettingError, SettingRow};
pub use stats::Stats;
pub use trace::Trace;
