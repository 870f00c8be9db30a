        li   $a0, 'x'
        li   $v0, 11
loop:   syscall
        j    loop
