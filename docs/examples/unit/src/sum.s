# sum: adds numbers.
#   a0 = address of an array of words
#   a1 = number of its elements
# Result:
#   a0 = their sum
.globl sum

.text
sum:
    li   t0, 0

sum_next:
    addi a1, a1, -1
    blez a1, sum_done
    lw   t1, 0(a0)
    add  t0, t0, t1
    addi a0, a0, 4
    j    sum_next

sum_done:
    mv   a0, t0
    ret
