# Registers of MIPS.
info registers
set var $s0 = 77
set var $f2 = 0.5
set var $hi = 9
stepi
reverse-stepi
info registers s0 hi f2
