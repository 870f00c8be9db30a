        li   $a0, 5000000
        li   $v0, 9
        syscall
