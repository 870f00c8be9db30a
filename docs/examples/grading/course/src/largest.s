# largest: the largest of some numbers.
#   a0  address of the first number, each a word
#   a1  how many there are, at least one
# Returns it in a0.
.globl largest
.text
largest:
    lw   t0, 0(a0)                  # the largest so far
next:
    lw   t1, 0(a0)
    ble  t1, t0, smaller
    mv   t0, t1
smaller:
    addi a0, a0, 4
    addi a1, a1, -1
    bnez a1, next
    mv   a0, t0
    ret
