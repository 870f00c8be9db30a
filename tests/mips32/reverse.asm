# Reads lines and writes them backwards, until an empty one.
        .data
line:   .space 40
prompt: .asciiz "> "

        .text
again:  la   $a0, prompt
        li   $v0, 4
        syscall
        la   $a0, line
        li   $a1, 40
        li   $v0, 8
        syscall
        lb   $t0, line
        beq  $t0, '\n', done
        li   $t1, 0             # length without the line end
length: lb   $t0, line($t1)
        beq  $t0, '\n', found
        beqz $t0, found
        addi $t1, $t1, 1
        b    length
found:  beqz $t1, over
        addi $t1, $t1, -1
        lb   $a0, line($t1)
        li   $v0, 11
        syscall
        b    found
over:   li   $a0, 10
        li   $v0, 11
        syscall
        b    again
done:   li   $v0, 10
        syscall
