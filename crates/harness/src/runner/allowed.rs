//! What the rules of a course and a test allow handed-in code.

use super::Job;
use crate::boundary::{MayExit, hide_code};
use crate::handed_in::HandedIn;
use crate::settings::Settings;
use crate::unit::UnitBoundary;
use assembler::Program;
use machine::image::Image;

/// Whether what functions must keep is compared where control comes back from handed-in code.
pub(super) fn compares(job: &Job<'_>) -> bool {
    job.project.course.grading.convention.is_by_value()
}

/// Which functions may end the program of a test: what its rules say, and its tasks.
pub(super) fn may_exit(job: &Job<'_>, settings: &Settings) -> MayExit {
    let tasks = job.project.course.tasks.iter();
    let tasks = tasks.filter(|task| task.has(&job.test.name));
    tasks.fold(settings.may_exit.clone(), |all, task| {
        all.or(&task.may_exit)
    })
}

/// What the course says about the boundary in unit tests.
pub(super) fn unit_boundary(job: &Job<'_>, settings: &Settings) -> UnitBoundary {
    UnitBoundary {
        values: compares(job),
        may_exit: may_exit(job, settings),
        tasks: job.project.course.tasks.clone(),
        readable_code: settings.readable_code,
    }
}

/// The program in memory. The code of a course is not to be changed by what students write, nor to
/// be read: it would tell the tests apart.
pub(super) fn image(program: &Program, handed_in: &HandedIn, settings: &Settings) -> Image {
    let mut image = program.image.clone();
    let modifies = settings.self_modifying == Some(true);
    if !settings
        .readable_code
        .unwrap_or(modifies || handed_in.is_empty())
    {
        hide_code(&mut image, program);
    }
    if !settings.self_modifying.unwrap_or(handed_in.is_empty()) {
        for segment in image.segments.iter_mut().filter(|s| s.access.execute) {
            segment.access.write = false;
        }
    }
    image
}
