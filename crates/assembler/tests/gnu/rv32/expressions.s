# Numbers: operators bind as in GNU as.
        .set    n, 5
        .equ    m, n + 1
        .equiv  k, 3
local = 9
again = 1
again = again + 1
        .data
start:  .word   1<<2+3, 6|1+2, 2*3+4*5, (1+2)*3, -n, ~n, !0, !5
        .word   n == 5, n != 5, n < 6, n > 6, n <= 5, n >= 6
        .word   n && 0, n || 0, 7 & 3 | 8, 7 ^ 2, 100 % 7, -7 / 2
        .word   m, k, local, again, 'A', '\n', '\\', 0x10, 017, 0b11
        .word   end_ - start, end_ - start + 4, . - start
        .word   start + n * 4
end_:   .byte   (end_ - start) / 4
        .globl  _start
        .text
_start: li      a0, n
        li      a1, m * 1000
        addi    a3, a3, (1 << 3) | 1
