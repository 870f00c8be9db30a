.eqv LIMIT 30
.macro print_int %r
    mv   a0, %r
    li   a7, 1
    ecall
    li   a0, ' '
    li   a7, 11
    ecall
.end_macro
.text
main:
    li   s0, 2
next:
    li   s1, 2
try:
    mul  t0, s1, s1
    bgt  t0, s0, prime
    rem  t0, s0, s1
    beqz t0, composite
    addi s1, s1, 1
    j    try
prime:
    print_int(s0)
composite:
    addi s0, s0, 1
    li   t0, LIMIT
    blt  s0, t0, next
    li   a7, 10
    ecall
