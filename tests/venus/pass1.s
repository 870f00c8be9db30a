.globl main
main:
main:
    addi a0 a0 5000   # not looked at: the first pass fails
  .nothing 1          # no such directive
