# Escapes that SPIM knows, and those that it leaves alone.
        .data
s:      .asciiz "tab\there \"quoted\" back\\slash"
t:      .asciiz "\r stays, \e stays, \X41 does not\n"
u:      .ascii  "ab" "cd"
        .byte   0
v:      .asciiz "x","y"
        .text
main:   li      $v0, 4
        la      $a0, s
        syscall
        la      $a0, t
        syscall
        la      $a0, u
        syscall
        la      $a0, v
        syscall
        la      $a0, v+2
        syscall
        jr      $ra
