        .globl other
other:  li   $t0, 77
        jr   $ra
