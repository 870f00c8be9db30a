.ent main
.set noat
.data
x: .word 3
.text
.globl main
main:
    lw  $a0, x
    li  $v0, 1
    syscall
    li   $v0, 10
    syscall
.end main
