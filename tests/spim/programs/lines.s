# A buffer that is too small gets a line in pieces.
        .data
buffer: .space  8
open:   .asciiz "["
close:  .asciiz "]"
        .text
main:   li      $s0, 5
next:   la      $a0, buffer
        li      $a1, 6
        li      $v0, 8
        syscall
        la      $a0, open
        li      $v0, 4
        syscall
        la      $a0, buffer
        syscall
        la      $a0, close
        syscall
        sub     $s0, 1
        bgtz    $s0, next
        jr      $ra
