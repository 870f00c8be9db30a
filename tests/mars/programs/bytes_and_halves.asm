.data
b: .byte 200, -1, 'z'
h: .half 65535
   40000
.text
    lbu $a0, b
    li  $v0, 1
    syscall
    li  $a0, 32
    li  $v0, 11
    syscall
    lh  $a0, h+2
    li  $v0, 1
    syscall
    li   $v0, 10
    syscall
