# Macros that push and pop one register.
# prints: 55
.macro push(%r)
        subu $sp, $sp, 4
        sw   %r, 0($sp)
.end_macro
.macro pop(%r)
        lw   %r, 0($sp)
        addu $sp, $sp, 4
.end_macro
        .text
main:   li   $a0, 10
        jal  sum
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

sum:    push($ra)
        push($s0)
        move $s0, $a0
        li   $v0, 0
        beqz $s0, sum_end
        addi $a0, $s0, -1
        jal  sum
        add  $v0, $v0, $s0
sum_end:
        pop($s0)
        pop($ra)
        jr   $ra
