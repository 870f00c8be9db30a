    li   $t0, -7
    li   $t1, 2
    div  $t0, $t1
    mflo $a0
    li   $v0, 1
    syscall
    mfhi $a0
    syscall
    rem  $a0, $t0, 4
    syscall
    divu $a0, $t1, 2
    syscall
    li   $v0, 10
    syscall
