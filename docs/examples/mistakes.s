# Three mistakes that beginners make.
.globl main
main:
    addi a0, a0, 5000
    lw   $t0, 0(sp)
    beq  a0, zero, dnoe
    j    main
done:
    mv   a0, zero
    ret
