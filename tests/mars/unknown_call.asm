        li   $v0, 99
        syscall
