# Directives, number forms, character escapes and expressions: prints one line for each.
.equ  ROWS, 4
.set  COLS, ROWS
.eqv  CELLS (ROWS*COLS)
.equiv LATER, FORWARD + 1       # uses a constant that comes later
.equ  FORWARD, 41

.data
bytes:  .byte 1, -1, 'A', '\n', 0xff, 0b101
        .align 1
halves: .half 0xbeef -2 65535
        .balign 4
words:  .word 1, CELLS*4-2, (1 << 10) | 3, ~0, words, words+4, end-words
end:
text:   .ascii "no zero"
        .asciz " here\n"
quote:  .string "a \"quoted\" \\ backslash, tab\there, byte \x41\n"
gap:    .zero 3
        .skip 1
        .space 4
        .section .rodata
ro:     .4byte 0x12345678
        .section .bss
room:   .space 64
        .section .data
more:   .2byte 7

.text
.global main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    li   a1, CELLS
    jal  number
    li   a1, LATER
    jal  number
    la   t0, bytes
    lb   a1, 1(t0)
    jal  number
    lbu  a1, 2(t0)
    jal  number
    lbu  a1, 5(t0)
    jal  number
    lhu  a1, halves
    jal  number
    la   t0, halves
    lh   a1, 2(t0)
    jal  number
    lw   a1, words + 4
    jal  number
    la   t0, words
    lw   a1, 8(t0)
    jal  number
    lw   a1, (3*4)(t0)
    jal  number
    lw   t1, 16(t0)             # the address of words itself
    sub  a1, t1, t0
    jal  number
    lw   t1, 20(t0)
    sub  a1, t1, t0
    jal  number
    lw   a1, 24(t0)
    jal  number
    lw   a1, ro
    jal  number
    lui  t0, %hi(ro)
    lw   a1, %lo(ro)(t0)
    jal  number
1:  auipc t0, %pcrel_hi(ro)
    lw   a1, %pcrel_lo(1b)(t0)
    jal  number
    la   t0, more
    lhu  a1, (t0)
    jal  number
    li   t1, 99
    sw   t1, room, t2
    lw   a1, room
    jal  number
    li   a0, 4
    la   a1, text
    ecall
    li   a0, 4
    la   a1, quote
    ecall
    lw   ra, 12(sp)
    addi sp, sp, 16
    li   a0, 0
    ret

number:                         # prints a1 and a newline
    li   a0, 1
    ecall
    li   a0, 11
    li   a1, '\n'
    ecall
    ret
