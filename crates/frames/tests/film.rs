//! Films of small programs: which pictures are kept, at which time, whatever the program does.

use assembler::{MainFile, MemoryLoader, assemble};
use frames::film::{Film, Reel};
use machine::env::{Answer, MarsMap, Request};
use machine::observe::Off;
use machine::screen::Picture;
use runtime::{
    Attention, Console, DeviceScreen, Devices, EnvironmentSetup, Host, Limits, LookMoment, Session,
    Target,
};
use std::io;
use std::sync::{Arc, Mutex};

/// The first pixel of each picture, and its time.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<(u32, u64)>>>);

impl Reel for Kept {
    fn add(&mut self, picture: &Picture, _number: u64, time: u64) -> io::Result<u64> {
        let mut kept = self.0.lock().map_err(|_| io::Error::other("poisoned"))?;
        kept.push((picture.get(0, 0), time));
        Ok(1)
    }

    fn finish(&mut self, _time: u64) -> io::Result<()> {
        Ok(())
    }
}

/// A host that films.
struct Camera {
    console: Console<&'static [u8], Vec<u8>, Vec<u8>>,
    film: Film,
    looks: u64,
}

impl Host for Camera {
    fn perform(&mut self, request: &Request) -> Answer {
        self.console.perform(request)
    }

    fn attention(&self) -> Attention {
        Film::ATTENTION
    }

    fn look(&mut self, moment: LookMoment, devices: &Devices<'_>) {
        self.looks += 1;
        self.film.look(moment, devices);
    }
}

/// The pictures of a MARS program with a bitmap of one unit, and how many were left out.
fn film(text: &str, most: u64) -> (Vec<(u32, u64)>, u64) {
    let (target, map) = (Target::Mips, &MarsMap::DEFAULT);
    let main = MainFile::Text {
        name: "a.asm".to_owned(),
        text: text.as_bytes().to_vec(),
    };
    let options = target.options(map);
    let assembly = assemble(main, &[], &options, &mut MemoryLoader::default());
    let image = assembly.program.expect("it assembles").image;
    let screen = DeviceScreen::new("1x1,base=heap".parse().ok(), map, &image);
    let setup = EnvironmentSetup { seed: 0, map };
    let environment = target.home().make(target, &setup);
    let limits = Limits {
        steps: Some(20_000_000),
        ..Limits::default()
    };
    let session = Session::new(target, image.into(), environment, Vec::new(), limits);
    let mut session = session.expect("room");
    let kept = Kept::default();
    let mut console = Console::new(&b""[..], Vec::new(), Vec::new());
    console.clock.use_virtual_time();
    let mut host = Camera {
        console,
        film: Film::new(screen, vec![Box::new(kept.clone())], most),
        looks: 0,
    };
    session.run(&mut Off, &mut host);
    let pictures = kept.0.lock().expect("kept").clone();
    assert_eq!(host.film.count(), pictures.len() as u64);
    (pictures, host.film.left_out)
}

#[test]
fn a_picture_is_kept_when_the_program_sleeps_and_it_has_changed() {
    let text = "li $t0, 0x10040000\nli $t1, 5\nsw $t1, 0($t0)\n\
                li $v0, 32\nli $a0, 100\nsyscall\nsyscall\n\
                li $t1, 6\nsw $t1, 0($t0)\nli $t1, 7\nsw $t1, 0($t0)\nsyscall\n\
                li $t1, 8\nsw $t1, 0($t0)\nli $v0, 10\nsyscall\n";
    // It is black when nothing is drawn, and that counts only if it was something else before.
    assert_eq!(film(text, 9), (vec![(5, 0), (7, 200), (8, 300)], 0));
    assert_eq!(
        film(text, 1),
        (vec![(5, 0), (8, 300)], 1),
        "the last is kept"
    );
}

#[test]
fn a_program_that_never_sleeps_is_seen_every_million_instructions() {
    let text = "li $t0, 0x10040000\nli $t1, 0\nloop: addi $t1, $t1, 1\nsw $t1, 0($t0)\nj loop\n";
    let (pictures, left_out) = film(text, 1000);
    assert_eq!(left_out, 0);
    let times: Vec<u64> = pictures.iter().map(|picture| picture.1).collect();
    let expected: Vec<u64> = (1..=20).map(|k| k * 1_000_000 / 30_000).collect();
    assert_eq!(times, expected);
    assert_eq!(film(text, 1000).0, pictures, "and again the same");
}

#[test]
fn sleeping_for_no_time_makes_no_more_pictures() {
    let text = "li $t0, 0x10040000\nli $v0, 32\nli $a0, 0\nloop: addi $t1, $t1, 1\n\
                sw $t1, 0($t0)\nsyscall\nj loop\n";
    let (pictures, left_out) = film(text, 100);
    assert_eq!(pictures.len(), 101);
    // One a millisecond, at most: 20 million instructions are 667 milliseconds.
    assert!(left_out < 700, "{left_out}");
}
