# square(n), by adding.
        .globl square separator
        .data
separator: .word ';'
        .text
square: move $t0, $a0
        li   $v0, 0
loop:   beqz $t0, done
        add  $v0, $v0, $a0
        addi $t0, $t0, -1
        j    loop
done:   jr   $ra
