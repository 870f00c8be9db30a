.data
a: .double 0.1, 0.2
.text
    l.d   $f2, a
    ldc1  $f4, a+8
    add.d $f12, $f2, $f4
    li    $v0, 3
    syscall
    li   $v0, 10
    syscall
