# Prints its arguments, one a line.
        .text
main:   move $s0, $a0
        move $s1, $a1
next:   beqz $s0, end
        lw   $a0, ($s1)
        li   $v0, 4
        syscall
        li   $a0, '\n'
        li   $v0, 11
        syscall
        addiu $s1, $s1, 4
        addi $s0, $s0, -1
        j    next
end:
