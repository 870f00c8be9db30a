        move $s0, $a0
        lw   $a0, 4($a1)
        li   $v0, 4
        syscall
