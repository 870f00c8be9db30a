        .data
a:      .word 1
a:      .word x1.5
        .text
        foo  $t0
        add  $t0, $t1
        sll  $t0, $t1, 32
        add  $t0, $t1, label
        lw   5, 0($t0)
