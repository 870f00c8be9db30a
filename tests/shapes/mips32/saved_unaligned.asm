# A saved register is kept by `usw` and `ulw`, at an odd address.
# prints: 42
.text
.globl main
main:
    li    $s0, 42
    jal   f
    move  $a0, $s0
    li    $v0, 1
    syscall
    li    $v0, 10
    syscall
f:
    addiu $sp, $sp, -16
    usw   $s0, 5($sp)
    li    $s0, 7
    ulw   $s0, 5($sp)
    addiu $sp, $sp, 16
    jr    $ra
