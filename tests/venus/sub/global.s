.globl shared
shared: ret
