# sum: the sum of some numbers.
#   a0  address of the first number, each a word
#   a1  how many there are
# Returns it in a0.
.globl sum
.text
sum:
    li   t0, 0                      # the sum so far
add_next:
    beqz a1, all
    lw   t1, 0(a0)
    add  t0, t0, t1
    addi a0, a0, 4
    addi a1, a1, -1
    j    add_next
all:
    mv   a0, t0
    ret
