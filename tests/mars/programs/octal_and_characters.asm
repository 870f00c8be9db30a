    li   $a0, 010
    li   $v0, 1
    syscall
    li   $a0, '\101'
    li   $v0, 11
    syscall
    li   $a0, 0xfffffffb
    li   $v0, 1
    syscall
    li   $a0, 4294967295
    syscall
    li   $v0, 10
    syscall
