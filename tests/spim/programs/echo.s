# Copies its input character by character to the line end, in upper case.
        .text
main:   li      $v0, 12
        syscall
        beq     $v0, '*', out
        move    $a0, $v0
        blt     $a0, 'a', put
        bgt     $a0, 'z', put
        sub     $a0, 32
put:    li      $v0, 11
        syscall
        b       main
out:    li      $v0, 10
        syscall
