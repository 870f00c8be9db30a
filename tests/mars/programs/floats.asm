.data
pi: .float 3.14159
r:  .float 2
.text
    l.s   $f0, pi
    l.s   $f1, r
    mul.s $f1, $f1, $f1
    mul.s $f12, $f0, $f1
    li    $v0, 2
    syscall
    li   $v0, 10
    syscall
