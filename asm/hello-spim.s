# Says hello, then counts its arguments: the first is the name of this file.
#   jal run asm/hello-spim.s one two
BLANK = ' '
        .data
hello:  .asciiz "Hello, SPIM!\n"
args:   .asciiz "arguments\n"

        .text
        .globl  main
main:   move    $s0, $a0        # how many arguments there are
        la      $a0, hello      # print the string at $a0
        li      $v0, 4
        syscall
        sub     $a0, $s0, 1     # print the integer in $a0
        li      $v0, 1
        syscall
        li      $a0, BLANK      # print the character in $a0
        li      $v0, 11
        syscall
        la      $a0, args
        li      $v0, 4
        syscall
        jr      $ra             # main returns
