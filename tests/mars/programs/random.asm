    li   $a0, 1
    li   $a1, 42
    li   $v0, 40
    syscall
    li   $a0, 1
    li   $v0, 41
    syscall
    li   $v0, 1
    syscall
    li   $v0, 10
    syscall
