main:   la   $t0, main
        lw   $t1, 0($t0)
        move $a0, $t1
        li   $v0, 34
        syscall
