        li   $t0, 5; nop
