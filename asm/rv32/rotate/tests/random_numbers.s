# random: the first ten numbers for the seed 2048 with the bound 65536, then ten below 6.
#   jal run tests/random_numbers.s

.import "../play.s"
.import "show.s"

.text

# main(argc, argv): prints the numbers.
#   result: a0 = 0
#   changes: a and t registers, random_state
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)

    li   a0, 65536
    jal  show_ten
    li   a0, 6
    jal  show_ten

    li   a0, 0
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret

# show_ten(bound): prints ten random numbers below a bound.
#   a0 = the bound
#   changes: a and t registers, random_state
.globl show_ten
show_ten:
    addi sp, sp, -16
    sw   ra, 12(sp)
    sw   s0, 8(sp)
    sw   s1, 4(sp)
    mv   s0, a0                 # s0 = the bound
    li   s1, 10                 # s1 = numbers to print
show_ten_number:
    mv   a0, s0
    jal  random
    jal  show_number
    addi s1, s1, -1
    bnez s1, show_ten_number

    lw   s1, 4(sp)
    lw   s0, 8(sp)
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
