# Changes s5.
.globl clobbers
clobbers: li s5, 5     # not saved
    ret
