# Every way to read: an integer, a line, single characters, until the input ends.
.data
buffer: .space 32
.text
.globl main
main:
    mv   s1, ra
    li   a0, 6              # read an integer
    ecall
    mv   s0, a0
    li   a0, 6              # and another, on the same line
    ecall
    add  a1, a0, s0
    li   a0, 1
    ecall
    jal  newline
    li   a0, 8              # read a line of at most 5 characters
    la   a1, buffer
    li   a2, 5
    ecall
    mv   s0, a0
    li   a0, 4
    la   a1, buffer
    ecall
    jal  newline
    mv   a1, s0             # bytes stored, with the zero
    li   a0, 1
    ecall
    jal  newline
next:
    li   a0, 12             # read a character; 65535 is the end
    ecall
    li   t0, 65535
    beq  a0, t0, done
    mv   a1, a0
    li   a0, 1
    ecall
    li   a0, 11
    li   a1, ' '
    ecall
    j    next
done:
    jal  newline
    li   a0, 0
    jr   s1
newline:
    li   a0, 11
    li   a1, '\n'
    ecall
    ret
