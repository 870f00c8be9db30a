        nop
        nop
        .text 0x00400004
        nop
