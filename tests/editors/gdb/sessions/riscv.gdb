# Registers of RISC-V.
info registers s0 fcsr frm fflags cycle instret
set var $s0 = 77
set var $fa0.double = 2.5
set var $ft1.float = 0.5
set var $frm = 2
info registers s0 ft1 fa0 frm
stepi
reverse-stepi
print $s0
