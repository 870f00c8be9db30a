//! Native code for hot code, where the build has it (the feature `translate`).
//!
//! Only plain runs are translated: whoever observes a run, or goes back in it, gets the interpreter.

use super::args::RunArgs;
use super::say::Voice;
use runtime::Session;

/// A run whose hot code may be translated.
pub(super) struct NativeRun {
    #[cfg(feature = "translate")]
    stats: Option<std::sync::Arc<std::sync::Mutex<translate::TranslateStats>>>,
    #[cfg(feature = "translate")]
    is_asked: bool,
}

#[cfg(not(feature = "translate"))]
impl NativeRun {
    /// The run begins; nobody watches it if it is plain.
    pub(super) fn begin(_args: &RunArgs, _is_plain: bool, _session: &mut Session) -> Self {
        NativeRun {}
    }

    /// The run is over, after so many steps.
    pub(super) fn say(&self, _voice: &Voice, _steps: u64) {}
}

#[cfg(feature = "translate")]
impl NativeRun {
    /// The run begins; nobody watches it if it is plain.
    pub(super) fn begin(args: &RunArgs, is_plain: bool, session: &mut Session) -> Self {
        let wanted = is_plain && !args.no_translate;
        let options = translate::TranslateOptions::default();
        let stats = wanted.then(|| translate::attach(&mut session.machine, options));
        NativeRun {
            stats: stats.flatten(),
            is_asked: args.translate_stats,
        }
    }

    /// The run is over, after so many steps.
    pub(super) fn say(&self, voice: &Voice, steps: u64) {
        if !self.is_asked {
            return;
        }
        let stats = self.stats.as_ref().and_then(|stats| stats.lock().ok());
        let report = match stats {
            Some(stats) => stats.report(steps),
            None => translate::TranslateStats::without(steps),
        };
        voice.view("translate", |_| report.clone(), || report.clone().into());
    }
}

/// Translates the hot code of a session from now on.
#[cfg(feature = "play")]
pub(super) fn translate(session: &mut Session) {
    #[cfg(feature = "translate")]
    let _ = translate::attach(&mut session.machine, translate::TranslateOptions::default());
    #[cfg(not(feature = "translate"))]
    let _ = session;
}
