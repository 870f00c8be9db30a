.data
    .byte 1
x:  .byte 0x44, 0x33, 0x22, 0x11
y:  .space 9
.text
    la   $t1, y
    ulw  $t0, -4($t1)
    move $a0, $t0
    li   $v0, 34
    syscall
    usw  $t0, 1($t1)
    ulhu $a0, 1($t1)
    li   $v0, 34
    syscall
    li   $v0, 10
    syscall
