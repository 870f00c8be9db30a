# A register that is not saved in a function that has a frame: the frame grows, and nothing in use is
# proposed.
# expect: CC0101 $s1 line 15
# expect: text enlarge the frame of `outer` from 8 to 16 bytes
# expect: text such as $t1
.globl main
main:
    jal  outer
    li   $v0, 10
    syscall
outer:
    addiu $sp, $sp, -8
    sw   $s0, 4($sp)
    li   $s0, 1
    li   $s1, 2
    li   $t0, 3
    lw   $s0, 4($sp)
    addiu $sp, $sp, 8
    jr   $ra
