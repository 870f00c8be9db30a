# Reads t4.
.globl reads
reads:
	mv t0, t4
    ret
