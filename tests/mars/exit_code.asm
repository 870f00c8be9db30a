        li   $a0, 300
        li   $v0, 17
        syscall
