	.file	"doubles.c"
	.option nopic
	.attribute arch, "rv32i2p1_m2p0_a2p1_f2p2_d2p2_zicsr2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.align	2
	.type	write_bytes, @function
write_bytes:
	addi	sp,sp,-32
	sw	s0,28(sp)
	addi	s0,sp,32
	sw	a0,-20(s0)
	sw	a1,-24(s0)
	li	a0,1
	lw	a1,-20(s0)
	lw	a2,-24(s0)
	li	a7,64
 #APP
# 11 "../c/io.h" 1
	ecall
# 0 "" 2
 #NO_APP
	mv	a5,a0
	mv	a0,a5
	lw	s0,28(sp)
	addi	sp,sp,32
	jr	ra
	.size	write_bytes, .-write_bytes
	.align	2
	.type	text_length, @function
text_length:
	addi	sp,sp,-48
	sw	s0,44(sp)
	addi	s0,sp,48
	sw	a0,-36(s0)
	sw	zero,-20(s0)
	j	.L4
.L5:
	lw	a5,-20(s0)
	addi	a5,a5,1
	sw	a5,-20(s0)
.L4:
	lw	a5,-20(s0)
	lw	a4,-36(s0)
	add	a5,a4,a5
	lbu	a5,0(a5)
	bne	a5,zero,.L5
	lw	a5,-20(s0)
	mv	a0,a5
	lw	s0,44(sp)
	addi	sp,sp,48
	jr	ra
	.size	text_length, .-text_length
	.align	2
	.type	put, @function
put:
	addi	sp,sp,-32
	sw	ra,28(sp)
	sw	s0,24(sp)
	addi	s0,sp,32
	sw	a0,-20(s0)
	lw	a0,-20(s0)
	call	text_length
	mv	a5,a0
	mv	a1,a5
	lw	a0,-20(s0)
	call	write_bytes
	nop
	lw	ra,28(sp)
	lw	s0,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	put, .-put
	.align	2
	.type	put_unsigned, @function
put_unsigned:
	addi	sp,sp,-80
	sw	ra,76(sp)
	sw	s0,72(sp)
	addi	s0,sp,80
	sw	a0,-68(s0)
	sw	a1,-72(s0)
	li	a5,33
	sw	a5,-20(s0)
	lw	a5,-20(s0)
	addi	a5,a5,-16
	add	a5,a5,s0
	sb	zero,-44(a5)
.L11:
	lw	a4,-68(s0)
	lw	a5,-72(s0)
	remu	a5,a4,a5
	sw	a5,-24(s0)
	lw	a4,-24(s0)
	li	a5,9
	bgtu	a4,a5,.L9
	lw	a5,-24(s0)
	andi	a5,a5,0xff
	addi	a5,a5,48
	andi	a5,a5,0xff
	j	.L10
.L9:
	lw	a5,-24(s0)
	andi	a5,a5,0xff
	addi	a5,a5,87
	andi	a5,a5,0xff
.L10:
	lw	a4,-20(s0)
	addi	a4,a4,-1
	sw	a4,-20(s0)
	lw	a4,-20(s0)
	addi	a4,a4,-16
	add	a4,a4,s0
	sb	a5,-44(a4)
	lw	a4,-68(s0)
	lw	a5,-72(s0)
	divu	a5,a4,a5
	sw	a5,-68(s0)
	lw	a5,-68(s0)
	bne	a5,zero,.L11
	lw	a5,-20(s0)
	addi	a4,s0,-60
	add	a5,a4,a5
	mv	a0,a5
	call	put
	nop
	lw	ra,76(sp)
	lw	s0,72(sp)
	addi	sp,sp,80
	jr	ra
	.size	put_unsigned, .-put_unsigned
	.section	.rodata
	.align	2
.LC0:
	.string	"-"
	.text
	.align	2
	.type	put_int, @function
put_int:
	addi	sp,sp,-32
	sw	ra,28(sp)
	sw	s0,24(sp)
	addi	s0,sp,32
	sw	a0,-20(s0)
	lw	a5,-20(s0)
	bge	a5,zero,.L13
	lui	a5,%hi(.LC0)
	addi	a0,a5,%lo(.LC0)
	call	put
	lw	a5,-20(s0)
	neg	a5,a5
	li	a1,10
	mv	a0,a5
	call	put_unsigned
	j	.L15
.L13:
	lw	a5,-20(s0)
	li	a1,10
	mv	a0,a5
	call	put_unsigned
.L15:
	nop
	lw	ra,28(sp)
	lw	s0,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	put_int, .-put_int
	.section	.rodata
	.align	2
.LC1:
	.string	"="
	.align	2
.LC2:
	.string	"\n"
	.text
	.align	2
	.type	line_int, @function
line_int:
	addi	sp,sp,-32
	sw	ra,28(sp)
	sw	s0,24(sp)
	addi	s0,sp,32
	sw	a0,-20(s0)
	sw	a1,-24(s0)
	lw	a0,-20(s0)
	call	put
	lui	a5,%hi(.LC1)
	addi	a0,a5,%lo(.LC1)
	call	put
	lw	a0,-24(s0)
	call	put_int
	lui	a5,%hi(.LC2)
	addi	a0,a5,%lo(.LC2)
	call	put
	nop
	lw	ra,28(sp)
	lw	s0,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	line_int, .-line_int
	.section	.rodata
	.align	2
.LC3:
	.string	"=0x"
	.text
	.align	2
	.type	line_hex, @function
line_hex:
	addi	sp,sp,-32
	sw	ra,28(sp)
	sw	s0,24(sp)
	addi	s0,sp,32
	sw	a0,-20(s0)
	sw	a1,-24(s0)
	lw	a0,-20(s0)
	call	put
	lui	a5,%hi(.LC3)
	addi	a0,a5,%lo(.LC3)
	call	put
	li	a1,16
	lw	a0,-24(s0)
	call	put_unsigned
	lui	a5,%hi(.LC2)
	addi	a0,a5,%lo(.LC2)
	call	put
	nop
	lw	ra,28(sp)
	lw	s0,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	line_hex, .-line_hex
	.align	2
	.weak	memcpy
	.type	memcpy, @function
memcpy:
	addi	sp,sp,-48
	sw	s0,44(sp)
	addi	s0,sp,48
	sw	a0,-36(s0)
	sw	a1,-40(s0)
	sw	a2,-44(s0)
	lw	a5,-36(s0)
	sw	a5,-20(s0)
	lw	a5,-40(s0)
	sw	a5,-24(s0)
	j	.L19
.L20:
	lw	a4,-24(s0)
	addi	a5,a4,1
	sw	a5,-24(s0)
	lw	a5,-20(s0)
	addi	a3,a5,1
	sw	a3,-20(s0)
	lbu	a4,0(a4)
	sb	a4,0(a5)
.L19:
	lw	a5,-44(s0)
	addi	a4,a5,-1
	sw	a4,-44(s0)
	bne	a5,zero,.L20
	lw	a5,-36(s0)
	mv	a0,a5
	lw	s0,44(sp)
	addi	sp,sp,48
	jr	ra
	.size	memcpy, .-memcpy
	.align	2
	.weak	memset
	.type	memset, @function
memset:
	addi	sp,sp,-48
	sw	s0,44(sp)
	addi	s0,sp,48
	sw	a0,-36(s0)
	sw	a1,-40(s0)
	sw	a2,-44(s0)
	lw	a5,-36(s0)
	sw	a5,-20(s0)
	j	.L23
.L24:
	lw	a5,-20(s0)
	addi	a4,a5,1
	sw	a4,-20(s0)
	lw	a4,-40(s0)
	andi	a4,a4,0xff
	sb	a4,0(a5)
.L23:
	lw	a5,-44(s0)
	addi	a4,a5,-1
	sw	a4,-44(s0)
	bne	a5,zero,.L24
	lw	a5,-36(s0)
	mv	a0,a5
	lw	s0,44(sp)
	addi	sp,sp,48
	jr	ra
	.size	memset, .-memset
	.globl	x
	.section	.sdata,"aw"
	.align	3
	.type	x, @object
	.size	x, 8
x:
	.word	0
	.word	1073741824
	.globl	y
	.align	3
	.type	y, @object
	.size	y, 8
y:
	.word	-1717986918
	.word	1069128089
	.section	.rodata
	.align	2
.LC4:
	.string	":"
	.text
	.align	2
	.type	show, @function
show:
	addi	sp,sp,-48
	sw	ra,44(sp)
	sw	s0,40(sp)
	sw	s2,36(sp)
	sw	s3,32(sp)
	addi	s0,sp,48
	sw	a0,-36(s0)
	fsd	fa0,-48(s0)
	fld	fa5,-48(s0)
	fsd	fa5,-24(s0)
	lw	a0,-36(s0)
	call	put
	lui	a5,%hi(.LC1)
	addi	a0,a5,%lo(.LC1)
	call	put
	lw	a4,-24(s0)
	lw	a5,-20(s0)
	srli	s2,a5,0
	li	s3,0
	mv	a5,s2
	li	a1,16
	mv	a0,a5
	call	put_unsigned
	lui	a5,%hi(.LC4)
	addi	a0,a5,%lo(.LC4)
	call	put
	lw	a4,-24(s0)
	lw	a5,-20(s0)
	mv	a5,a4
	li	a1,16
	mv	a0,a5
	call	put_unsigned
	lui	a5,%hi(.LC2)
	addi	a0,a5,%lo(.LC2)
	call	put
	nop
	lw	ra,44(sp)
	lw	s0,40(sp)
	lw	s2,36(sp)
	lw	s3,32(sp)
	addi	sp,sp,48
	jr	ra
	.size	show, .-show
	.align	2
	.type	root, @function
root:
	addi	sp,sp,-48
	sw	s0,44(sp)
	addi	s0,sp,48
	fsd	fa0,-40(s0)
	fld	fa4,-40(s0)
	lui	a5,%hi(.LC5)
	fld	fa5,%lo(.LC5)(a5)
	fdiv.d	fa5,fa4,fa5
	fsd	fa5,-24(s0)
	sw	zero,-28(s0)
	j	.L28
.L29:
	fld	fa4,-40(s0)
	fld	fa5,-24(s0)
	fdiv.d	fa4,fa4,fa5
	fld	fa5,-24(s0)
	fadd.d	fa4,fa4,fa5
	lui	a5,%hi(.LC5)
	fld	fa5,%lo(.LC5)(a5)
	fdiv.d	fa5,fa4,fa5
	fsd	fa5,-24(s0)
	lw	a5,-28(s0)
	addi	a5,a5,1
	sw	a5,-28(s0)
.L28:
	lw	a4,-28(s0)
	li	a5,19
	ble	a4,a5,.L29
	fld	fa5,-24(s0)
	fmv.d	fa0,fa5
	lw	s0,44(sp)
	addi	sp,sp,48
	jr	ra
	.size	root, .-root
	.align	2
	.type	power, @function
power:
	addi	sp,sp,-48
	sw	s0,44(sp)
	addi	s0,sp,48
	fsd	fa0,-40(s0)
	sw	a0,-44(s0)
	lui	a5,%hi(.LC6)
	fld	fa5,%lo(.LC6)(a5)
	fsd	fa5,-24(s0)
	j	.L32
.L33:
	fld	fa4,-24(s0)
	fld	fa5,-40(s0)
	fmul.d	fa5,fa4,fa5
	fsd	fa5,-24(s0)
.L32:
	lw	a5,-44(s0)
	addi	a4,a5,-1
	sw	a4,-44(s0)
	bne	a5,zero,.L33
	fld	fa5,-24(s0)
	fmv.d	fa0,fa5
	lw	s0,44(sp)
	addi	sp,sp,48
	jr	ra
	.size	power, .-power
	.section	.rodata
	.align	2
.LC7:
	.string	"root"
	.align	2
.LC8:
	.string	"sum"
	.align	2
.LC10:
	.string	"power"
	.align	2
.LC11:
	.string	"convert"
	.align	2
.LC14:
	.string	"int"
	.align	2
.LC17:
	.string	"pi"
	.text
	.align	2
	.globl	main
	.type	main, @function
main:
	addi	sp,sp,-32
	sw	ra,28(sp)
	sw	s0,24(sp)
	addi	s0,sp,32
	lui	a5,%hi(x)
	fld	fa5,%lo(x)(a5)
	fmv.d	fa0,fa5
	call	root
	fmv.d	fa5,fa0
	fmv.d	fa0,fa5
	lui	a5,%hi(.LC7)
	addi	a0,a5,%lo(.LC7)
	call	show
	lui	a5,%hi(y)
	fld	fa4,%lo(y)(a5)
	lui	a5,%hi(y)
	fld	fa5,%lo(y)(a5)
	fadd.d	fa4,fa4,fa5
	lui	a5,%hi(y)
	fld	fa5,%lo(y)(a5)
	fadd.d	fa5,fa4,fa5
	fmv.d	fa0,fa5
	lui	a5,%hi(.LC8)
	addi	a0,a5,%lo(.LC8)
	call	show
	lui	a5,%hi(.LC9)
	fld	fa5,%lo(.LC9)(a5)
	li	a0,1000
	fmv.d	fa0,fa5
	call	power
	fmv.d	fa5,fa0
	fmv.d	fa0,fa5
	lui	a5,%hi(.LC10)
	addi	a0,a5,%lo(.LC10)
	call	show
	lui	a5,%hi(y)
	fld	fa5,%lo(y)(a5)
	fcvt.s.d	fa5,fa5
	fcvt.d.s	fa5,fa5
	fmv.d	fa0,fa5
	lui	a5,%hi(.LC11)
	addi	a0,a5,%lo(.LC11)
	call	show
	lui	a5,%hi(.LC12)
	fld	fa5,%lo(.LC12)(a5)
	fmv.d	fa0,fa5
	call	root
	fmv.d	fa4,fa0
	lui	a5,%hi(.LC13)
	fld	fa5,%lo(.LC13)(a5)
	fmul.d	fa5,fa4,fa5
	fcvt.w.d a5,fa5,rtz
	mv	a1,a5
	lui	a5,%hi(.LC14)
	addi	a0,a5,%lo(.LC14)
	call	line_int
	sw	zero,-24(s0)
	sw	zero,-20(s0)
	sw	zero,-28(s0)
	j	.L36
.L39:
	lw	a5,-28(s0)
	andi	a5,a5,1
	beq	a5,zero,.L37
	lui	a5,%hi(.LC15)
	fld	fa5,%lo(.LC15)(a5)
	j	.L38
.L37:
	lui	a5,%hi(.LC16)
	fld	fa5,%lo(.LC16)(a5)
.L38:
	lw	a5,-28(s0)
	slli	a5,a5,1
	addi	a5,a5,1
	fcvt.d.w	fa4,a5
	fdiv.d	fa5,fa5,fa4
	fld	fa4,-24(s0)
	fadd.d	fa5,fa4,fa5
	fsd	fa5,-24(s0)
	lw	a5,-28(s0)
	addi	a5,a5,1
	sw	a5,-28(s0)
.L36:
	lw	a4,-28(s0)
	li	a5,999
	ble	a4,a5,.L39
	fld	fa0,-24(s0)
	lui	a5,%hi(.LC17)
	addi	a0,a5,%lo(.LC17)
	call	show
	lui	a5,%hi(x)
	fld	fa4,%lo(x)(a5)
	lui	a5,%hi(.LC18)
	fld	fa5,%lo(.LC18)(a5)
	fmul.d	fa5,fa4,fa5
	fcvt.w.d a5,fa5,rtz
	mv	a0,a5
	lw	ra,28(sp)
	lw	s0,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	main, .-main
	.section	.rodata
	.align	3
.LC5:
	.word	0
	.word	1073741824
	.align	3
.LC6:
	.word	0
	.word	1072693248
	.align	3
.LC9:
	.word	450359963
	.word	1072693248
	.align	3
.LC12:
	.word	0
	.word	1093567616
	.align	3
.LC13:
	.word	0
	.word	1083129856
	.align	3
.LC15:
	.word	0
	.word	-1072693248
	.align	3
.LC16:
	.word	0
	.word	1074790400
	.align	3
.LC18:
	.word	0
	.word	1077215232
	.ident	"GCC: (12.2.0-14+deb12u1+11+b2) 12.2.0"
