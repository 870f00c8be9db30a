# largest: the largest of some numbers.
#   a0  address of the first number, each a word
#   a1  how many there are
# Returns it in a0; 0 if there are none.
.globl largest
.text
largest:
    li   t0, 0                      # the largest so far
    beqz a1, done
next:
    lw   t1, 0(a0)
    ble  t1, t0, smaller
    mv   t0, t1
smaller:
    addi a0, a0, 4
    addi a1, a1, -1
    bnez a1, next
done:
    mv   a0, t0
    ret
