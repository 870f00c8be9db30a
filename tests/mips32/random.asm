# Random numbers: a stream with a seed gives the same numbers everywhere.
.macro newline
        li   $a0, '\n'
        li   $v0, 11
        syscall
.end_macro
.macro range $upperbound
        li   $a0, 1
        li   $a1, $upperbound
        li   $v0, 42
        syscall
        li   $v0, 1
        syscall
        newline
.end_macro
        .text
main:   li   $a0, 1
        li   $a1, 42
        li   $v0, 40            # set the seed
        syscall
        li   $a0, 1
        li   $v0, 41
        syscall
        li   $v0, 1
        syscall
        newline
        range 10
        range 100
        range 16
        li   $a0, 1
        li   $v0, 43
        syscall
        mov.s $f12, $f0
        li   $v0, 2
        syscall
        newline
        li   $a0, 1
        li   $v0, 44
        syscall
        mov.d $f12, $f0
        li   $v0, 3
        syscall
        newline
        li   $a0, 7             # a stream without seed follows --seed
        li   $v0, 41
        syscall
        move $s0, $a0
        li   $a0, 7
        li   $a1, 8
        li   $v0, 40
        syscall
        li   $a0, 7
        li   $v0, 41
        syscall
        seq  $a0, $a0, $s0
        li   $v0, 1
        syscall
        newline
