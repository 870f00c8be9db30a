# Writes a file, and reads it again.
        .data
name:   .asciiz "notes.txt"
text:   .asciiz "remember me\n"
buffer: .space  64
        .text
main:   la      $a0, name
        li      $a1, 0x241
        li      $a2, 0x1a4
        li      $v0, 13
        syscall
        move    $s0, $v0
        move    $a0, $s0
        la      $a1, text
        li      $a2, 12
        li      $v0, 15
        syscall
        move    $s1, $v0
        move    $a0, $s0
        li      $v0, 16
        syscall
        move    $a0, $s1
        li      $v0, 1
        syscall
        la      $a0, name
        li      $a1, 0
        li      $v0, 13
        syscall
        move    $a0, $v0
        la      $a1, buffer
        li      $a2, 63
        li      $v0, 14
        syscall
        move    $a0, $v0
        li      $v0, 1
        syscall
        la      $a0, buffer
        li      $v0, 4
        syscall
        jr      $ra
