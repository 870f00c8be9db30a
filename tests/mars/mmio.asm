        li   $t0, 65
        sw   $t0, 0xffff000c
        lw   $t1, 0xffff000c
        lw   $t2, 0xffff0008
