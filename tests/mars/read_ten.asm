        li   $v0, 5
        syscall                         # with 10 in the input, $v0 looks like that of exit
