//! Where things lie in memory: the three configurations of MARS.

/// A memory configuration. Ranges are inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarsMap {
    /// Its name on the command line of MARS.
    pub name: &'static str,
    /// Where instructions begin.
    pub text: u32,
    /// The last address for instructions.
    pub text_last: u32,
    /// The first address for data.
    pub data_first: u32,
    /// Where `.extern` puts its data.
    pub external: u32,
    /// Where `.data` begins.
    pub data: u32,
    /// The global pointer at the start.
    pub gp: u32,
    /// Where the heap begins.
    pub heap: u32,
    /// The last address for data and heap.
    pub data_last: u32,
    /// The lowest address of the stack.
    pub stack_first: u32,
    /// The stack pointer at the start.
    pub sp: u32,
    /// The word at the top of the stack.
    pub stack_top: u32,
    /// Where instructions of the kernel begin.
    pub kernel_text: u32,
    /// The last address for instructions of the kernel.
    pub kernel_text_last: u32,
    /// The exception handler.
    pub handler: u32,
    /// Where data of the kernel begins.
    pub kernel_data: u32,
    /// The last address for data of the kernel.
    pub kernel_data_last: u32,
    /// The registers of devices.
    pub devices: u32,
    /// The last address for registers of devices.
    pub devices_last: u32,
}

impl MarsMap {
    /// The usual one: a whole address space.
    pub const DEFAULT: MarsMap = MarsMap {
        name: "Default",
        text: 0x0040_0000,
        text_last: 0x007f_ffff,
        data_first: 0x1000_0000,
        external: 0x1000_0000,
        data: 0x1001_0000,
        gp: 0x1000_8000,
        heap: 0x1004_0000,
        data_last: 0x103f_ffff,
        stack_first: 0x7fc0_0000,
        sp: 0x7fff_effc,
        stack_top: 0x7fff_fffc,
        kernel_text: 0x8000_0000,
        kernel_text_last: 0x803f_ffff,
        handler: 0x8000_0180,
        kernel_data: 0x9000_0000,
        kernel_data_last: 0x903f_ffff,
        devices: 0xffff_0000,
        devices_last: 0xffff_ffff,
    };

    /// All in 32 KiB, data first.
    pub const COMPACT_DATA_AT_ZERO: MarsMap = MarsMap {
        name: "CompactDataAtZero",
        text: 0x3000,
        text_last: 0x3ffb,
        data_first: 0,
        external: 0x1000,
        data: 0,
        gp: 0x1800,
        heap: 0x2000,
        data_last: 0x2fff,
        stack_first: 0x2000,
        sp: 0x2ffc,
        stack_top: 0x2ffc,
        kernel_text: 0x4000,
        kernel_text_last: 0x4fff,
        handler: 0x4180,
        kernel_data: 0x5000,
        kernel_data_last: 0x7eff,
        devices: 0x7f00,
        devices_last: 0x7fff,
    };

    /// All in 32 KiB, instructions first.
    pub const COMPACT_TEXT_AT_ZERO: MarsMap = MarsMap {
        name: "CompactTextAtZero",
        text: 0,
        text_last: 0x0ffb,
        data_first: 0x1000,
        external: 0x1000,
        data: 0x2000,
        gp: 0x1800,
        heap: 0x3000,
        data_last: 0x3fff,
        stack_first: 0x3000,
        sp: 0x3ffc,
        stack_top: 0x3ffc,
        kernel_text: 0x4000,
        kernel_text_last: 0x4fff,
        handler: 0x4180,
        kernel_data: 0x5000,
        kernel_data_last: 0x7eff,
        devices: 0x7f00,
        devices_last: 0x7fff,
    };

    /// All configurations.
    pub const ALL: [&'static MarsMap; 3] = [
        &MarsMap::DEFAULT,
        &MarsMap::COMPACT_DATA_AT_ZERO,
        &MarsMap::COMPACT_TEXT_AT_ZERO,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_lie_in_each_other_as_they_should() {
        for map in MarsMap::ALL {
            let data = map.data_first..=map.data_last;
            for part in [map.external, map.data, map.gp, map.heap] {
                assert!(data.contains(&part), "{}", map.name);
            }
            assert!(map.stack_first <= map.sp && map.sp <= map.stack_top);
            assert!(!data.contains(&map.text));
            assert!(map.kernel_data_last < map.devices);
        }
    }
}
