        j    far
        .ktext
far:    nop
