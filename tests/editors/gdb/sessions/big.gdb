# The other byte order, a program of a compiler.
break main
continue
x/2i $pc
x/1xw $pc
stepi
reverse-stepi
print/x (int) $sp & 0xf0000000
set var $t0 = 0x12345678
print/x $t0
monitor print/x $t0
reverse-continue
