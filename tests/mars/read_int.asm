        li   $v0, 5
        syscall
        move $a0, $v0
        li   $v0, 1
        syscall
