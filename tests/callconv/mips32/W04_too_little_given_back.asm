# Both moves of the stack pointer are shown, also those that go through $at.
# expect: CC0105 outer line 15
# expect: text takes 16 bytes
# expect: text gives 12 bytes back
# expect: text `addiu $sp, $sp, 16` instead of 12
.globl main
main:
    jal  outer
    li   $v0, 10
    syscall
outer:
    subi $sp, $sp, 16
    sw   $a0, 0($sp)
    addi $sp, $sp, 12
    jr   $ra
