        .data
half:   .float 1.5
big:    .double 1e100
        .text
        l.s  $f2, half
        l.d  $f4, big
