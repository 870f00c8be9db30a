mod common;
#[test]
fn smoke() {
    let a = common::run(&std::fs::read_to_string("/tmp/t.s").unwrap());
    for d in &a.diagnostics { println!("{}", diag::render(&a.sources, d, &Default::default())); }
    for e in &a.errors { println!("{:?} {}", e.stage, assembler::venus_text::message(&e.error)); }
    if let Some(p) = a.program { 
      for s in &p.image.segments { println!("{} {:x} {}", s.name, s.address, s.size);
        for w in s.bytes.chunks(4) { print!("{:08x} ", w.iter().rev().fold(0u32, |a, b| a<<8 | *b as u32)); } println!(); }
      println!("{:?} {:x}", p.image.symbols, p.image.entry);
    }
}
