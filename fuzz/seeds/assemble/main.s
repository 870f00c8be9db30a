# Imports: relative paths, a file imported twice under two spellings, an import of an import.
.import "lib/double.s"
.import "./lib/../lib/double.s"
.import lib/print.s
.globl main
main:
    addi sp, sp, -16
    sw   ra, 12(sp)
    li   a0, 21
    jal  double
    jal  print
    lw   a0, secret         # a global of another file
    jal  print
    lw   ra, 12(sp)
    addi sp, sp, 16
    li   a0, 0
    ret
