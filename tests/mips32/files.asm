# Writes a file, adds to it, and reads it again.
        .data
name:   .asciiz "notes.txt"
first:  .ascii "first line\n"
first_end:
second: .ascii "second line\n"
second_end:
buffer: .space 64

.macro open %flags
        la   $a0, name
        li   $a1, %flags
        li   $a2, 0
        li   $v0, 13
        syscall
        move $s0, $v0
        bltz $s0, failed
.end_macro

.macro write %from %to
        move $a0, $s0
        la   $a1, %from
        la   $a2, %to
        sub  $a2, $a2, $a1
        li   $v0, 15
        syscall
.end_macro

.macro close
        move $a0, $s0
        li   $v0, 16
        syscall
.end_macro

        .text
main:   open 1
        write first first_end
        close
        open 9
        write second second_end
        close
        open 0
more:   move $a0, $s0
        la   $a1, buffer
        li   $a2, 7
        li   $v0, 14
        syscall
        blez $v0, over
        move $a2, $v0
        la   $a1, buffer
        li   $a0, 1             # standard output
        li   $v0, 15
        syscall
        j    more
over:   close
        li   $v0, 10
        syscall
failed: li   $a0, 1
        li   $v0, 17
        syscall
