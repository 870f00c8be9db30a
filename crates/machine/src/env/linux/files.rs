//! What programs ask about files, and reading and writing in several pieces.

use super::record::Record;
use super::{
    Action, Answer, CallFault, EFAULT, EINVAL, ENOENT, ENOTTY, ESPIPE, Guest, Linux, OpenMode,
    Pending, Request, STRING_LIMIT, SeekStart, TRANSFER_LIMIT,
};

/// In flags: an empty path means the file itself.
const AT_EMPTY_PATH: u32 = 0x1000;
/// The most pieces of one call.
const PIECES: u32 = 1024;

/// The type of a file, as its mode says.
const REGULAR: u32 = 0o100_644;
const PIPE: u32 = 0o010_600;

/// How a program wants to know about a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum StatLayout {
    /// `struct statx`.
    Statx,
    /// `struct stat64` of MIPS.
    Mips,
    /// `struct stat64` of newer processors.
    Generic,
    /// Not at all: whether there is one is enough.
    Nothing,
}

/// A question about a file that takes several requests to answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatCall {
    layout: StatLayout,
    buffer: u32,
    stage: StatStage,
}

#[derive(Clone, Copy, Debug)]
enum StatStage {
    /// The path is being opened.
    Opening,
    /// Where an open file is read next is asked for.
    Asking { file: u32 },
    /// Where its end is; it is then closed, or goes back to where it was.
    Measuring { file: u32, back: Option<i32> },
    /// The last request, which only cleans up.
    Ending { size: i32 },
}

impl Linux {
    /// What is known of an open file: `fstat`.
    pub(super) fn stat_file(
        &mut self,
        guest: &mut dyn Guest,
        file: u32,
        layout: StatLayout,
        buffer: u32,
    ) -> Action {
        if file <= 2 {
            return self.give_stat(guest, layout, buffer, PIPE, 0);
        }
        self.ask_stat(
            layout,
            buffer,
            StatStage::Asking { file },
            Request::Seek {
                file,
                offset: 0,
                from: SeekStart::Here,
            },
        )
    }

    /// What is known of the file of this path: it is opened and closed again.
    pub(super) fn stat_path(
        &mut self,
        guest: &mut dyn Guest,
        path: u32,
        layout: StatLayout,
        buffer: u32,
    ) -> Action {
        let Ok(path) = guest.memory().read_string(path, STRING_LIMIT) else {
            return self.result(guest, EFAULT);
        };
        if path.is_empty() {
            return self.result(guest, ENOENT);
        }
        let request = Request::Open {
            path,
            mode: OpenMode::READ,
        };
        self.ask_stat(layout, buffer, StatStage::Opening, request)
    }

    /// The file of a path, or the open file that the path is empty for: `fstatat`.
    pub(super) fn stat_at(
        &mut self,
        guest: &mut dyn Guest,
        flags: u32,
        layout: StatLayout,
        buffer: u32,
    ) -> Action {
        let (file, path) = (self.arg(guest, 0), self.arg(guest, 1));
        let is_empty = guest
            .memory()
            .read_string(path, 1)
            .is_ok_and(|path| path.is_empty());
        match is_empty && flags & AT_EMPTY_PATH != 0 {
            true => self.stat_file(guest, file, layout, buffer),
            false => self.stat_path(guest, path, layout, buffer),
        }
    }

    fn ask_stat(
        &mut self,
        layout: StatLayout,
        buffer: u32,
        stage: StatStage,
        request: Request,
    ) -> Action {
        self.ask(
            Pending::Stat(StatCall {
                layout,
                buffer,
                stage,
            }),
            request,
        )
    }

    /// The host has answered a part of such a question.
    pub(super) fn answer_stat(
        &mut self,
        guest: &mut dyn Guest,
        call: StatCall,
        answer: Answer,
    ) -> Action {
        let StatCall {
            layout,
            buffer,
            stage,
        } = call;
        let end_of = |file| Request::Seek {
            file,
            offset: 0,
            from: SeekStart::End,
        };
        match (stage, answer) {
            (StatStage::Opening, Answer::Number(file)) => {
                let file = file as u32;
                self.ask_stat(
                    layout,
                    buffer,
                    StatStage::Measuring { file, back: None },
                    end_of(file),
                )
            }
            (StatStage::Asking { file }, Answer::Number(place)) => {
                let stage = StatStage::Measuring {
                    file,
                    back: Some(place),
                };
                self.ask_stat(layout, buffer, stage, end_of(file))
            }
            (StatStage::Measuring { file, back }, Answer::Number(size)) => {
                let last = match back {
                    Some(offset) => Request::Seek {
                        file,
                        offset,
                        from: SeekStart::Beginning,
                    },
                    None => Request::Close { file },
                };
                self.ask_stat(layout, buffer, StatStage::Ending { size }, last)
            }
            (StatStage::Ending { size }, _) => self.give_stat(guest, layout, buffer, REGULAR, size),
            (StatStage::Opening, _) => self.result(guest, ENOENT),
            _ => self.result(guest, super::EBADF),
        }
    }

    fn give_stat(
        &mut self,
        guest: &mut dyn Guest,
        layout: StatLayout,
        buffer: u32,
        mode: u32,
        size: i32,
    ) -> Action {
        const BLOCK: u64 = 4096;
        let (mode, size) = (u64::from(mode), size as u64);
        let blocks = size.div_ceil(512);
        let mut record = Record::new(
            match layout {
                StatLayout::Statx => 256,
                StatLayout::Mips | StatLayout::Generic => 104,
                StatLayout::Nothing => 0,
            },
            self.big_endian,
        );
        match layout {
            StatLayout::Statx => {
                // What is filled in: the basic fields.
                record.put::<4>(0, 0x7ff);
                record.put::<4>(4, BLOCK);
                record.put::<4>(16, 1);
                record.put::<2>(28, mode);
                record.put::<8>(32, 1);
                record.put::<8>(40, size);
                record.put::<8>(48, blocks);
            }
            StatLayout::Mips => {
                record.put::<8>(16, 1);
                record.put::<4>(24, mode);
                record.put::<4>(28, 1);
                record.put::<8>(56, size);
                record.put::<4>(88, BLOCK);
                record.put::<8>(96, blocks);
            }
            StatLayout::Generic => {
                record.put::<8>(8, 1);
                record.put::<4>(16, mode);
                record.put::<4>(20, 1);
                record.put::<8>(48, size);
                record.put::<4>(56, BLOCK);
                record.put::<8>(64, blocks);
            }
            StatLayout::Nothing => {}
        }
        self.give_record(guest, buffer, &record)
    }

    /// Moves the place where a file is read or written next.
    pub(super) fn seek(
        &mut self,
        guest: &mut dyn Guest,
        offset: i64,
        whence: u32,
        result: Option<u32>,
    ) -> Action {
        let file = self.arg(guest, 0);
        let from = match whence {
            0 => SeekStart::Beginning,
            1 => SeekStart::Here,
            2 => SeekStart::End,
            _ => return self.result(guest, EINVAL),
        };
        if file <= 2 {
            return self.result(guest, ESPIPE);
        }
        match i32::try_from(offset) {
            Ok(offset) => self.ask(
                Pending::Seek { result },
                Request::Seek { file, offset, from },
            ),
            Err(_) => self.result(guest, EINVAL),
        }
    }

    /// The pieces of memory that `readv` and `writev` are given, as far as one call moves them.
    fn pieces(&mut self, guest: &mut dyn Guest) -> Option<Vec<(u32, u32)>> {
        let (list, count) = (self.arg(guest, 1), self.arg(guest, 2).min(PIECES));
        let bytes = guest.memory().read_host(list, 8 * count).ok()?;
        self.work += bytes.len() as u64;
        let mut room = TRANSFER_LIMIT;
        let mut pieces = Vec::new();
        for entry in bytes.chunks_exact(8) {
            let length = self.word(&entry[4..]).min(room);
            room -= length;
            pieces.push((self.word(&entry[..4]), length));
        }
        Some(pieces)
    }

    /// Writes several pieces of memory.
    pub(super) fn writev(&mut self, guest: &mut dyn Guest) -> Action {
        let file = self.arg(guest, 0);
        let mut bytes = Vec::new();
        let Some(pieces) = self.pieces(guest) else {
            return self.result(guest, EFAULT);
        };
        for (address, length) in pieces {
            let Ok(piece) = guest.memory().read_host(address, length) else {
                return self.result(guest, EFAULT);
            };
            bytes.extend(piece);
        }
        let count = bytes.len() as u32;
        self.ask(Pending::Written { count }, Request::write_to(file, bytes))
    }

    /// Reads into several pieces of memory.
    pub(super) fn readv(&mut self, guest: &mut dyn Guest) -> Action {
        let file = self.arg(guest, 0);
        let Some(pieces) = self.pieces(guest) else {
            return self.result(guest, EFAULT);
        };
        let count = pieces.iter().map(|(_, length)| length).sum();
        self.ask(Pending::Scatter { pieces }, Request::Read { file, count })
    }

    /// Puts what was read into the pieces.
    pub(super) fn scatter(
        &mut self,
        guest: &mut dyn Guest,
        pieces: &[(u32, u32)],
        bytes: &[u8],
    ) -> Result<i32, CallFault> {
        let mut rest = bytes;
        for (address, length) in pieces {
            let (piece, after) = rest.split_at(rest.len().min(*length as usize));
            if let Some(error) = self.fill(guest, *address, piece)? {
                return Ok(error);
            }
            rest = after;
        }
        Ok(bytes.len() as i32)
    }

    /// What a program asks of an open file besides: only its flags are known.
    pub(super) fn fcntl(&mut self, guest: &mut dyn Guest) -> Action {
        const DUPLICATES: [u32; 2] = [0, 1030];
        const GET_FLAGS: u32 = 3;
        let value = match self.arg(guest, 1) {
            command if DUPLICATES.contains(&command) => EINVAL,
            // Open for reading and writing.
            GET_FLAGS => 2,
            _ => 0,
        };
        self.result(guest, value)
    }

    /// No file is a terminal.
    pub(super) fn ioctl(&mut self, guest: &mut dyn Guest) -> Action {
        self.result(guest, ENOTTY)
    }
}
