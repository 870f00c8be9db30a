.import "sub/global.s"
.globl shared
shared: ret
