# A program with two things that MARS does not have.
.data
half:   .float 0.5
.text
        li.s $f12, 1.5
        l.s  $f2, half
        add.s $f12, $f12, $f2
        li   $v0, 2
        syscall
        li   $v0, 4*2+2
        syscall
