# Lists that continue, labels with instruction names, and a colon behind segments.
.data:
add: .byte 'a' 'b'
     'c'
     0
.text:
    la   a0, add
    li   a7, 4
    ecall
    j    sub
    li   a0, 'x'
    li   a7, 11
    ecall
sub:
    li   a7, 10
    ecall
