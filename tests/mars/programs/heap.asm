    li   $a0, 12
    li   $v0, 9
    syscall
    move $s0, $v0
    li   $t0, 7
    sw   $t0, 8($s0)
    lw   $a0, 8($s0)
    li   $v0, 1
    syscall
    move $a0, $s0
    li   $v0, 34
    syscall
    li   $v0, 10
    syscall
