	.file	"globals.c"
	.option nopic
	.attribute arch, "rv32i2p1_m2p0_a2p1_f2p2_d2p2_zicsr2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.align	2
	.type	put, @function
put:
	lbu	a5,0(a0)
	mv	a1,a0
	li	a2,0
	beq	a5,zero,.L2
.L3:
	addi	a2,a2,1
	add	a5,a1,a2
	lbu	a5,0(a5)
	bne	a5,zero,.L3
.L2:
	li	a0,1
	li	a7,64
 #APP
# 11 "../c/io.h" 1
	ecall
# 0 "" 2
 #NO_APP
	ret
	.size	put, .-put
	.align	2
	.type	put_unsigned, @function
put_unsigned:
	addi	sp,sp,-64
	sw	ra,60(sp)
	sb	zero,45(sp)
	addi	a4,sp,12
	li	a6,9
	j	.L10
.L11:
	mv	a4,a5
	mv	a0,a3
.L10:
	remu	a3,a0,a1
	andi	a5,a3,0xff
	addi	a2,a5,48
	addi	a5,a5,87
	andi	a5,a5,0xff
	bgtu	a3,a6,.L9
	andi	a5,a2,0xff
.L9:
	sb	a5,32(a4)
	divu	a3,a0,a1
	addi	a5,a4,-1
	bleu	a1,a0,.L11
	addi	a0,a4,32
	call	put
	lw	ra,60(sp)
	addi	sp,sp,64
	jr	ra
	.size	put_unsigned, .-put_unsigned
	.section	.rodata.str1.4,"aMS",@progbits,1
	.align	2
.LC0:
	.string	"="
	.align	2
.LC1:
	.string	"-"
	.align	2
.LC2:
	.string	"\n"
	.text
	.align	2
	.type	line_int, @function
line_int:
	addi	sp,sp,-16
	sw	s0,8(sp)
	sw	ra,12(sp)
	mv	s0,a1
	call	put
	lui	a0,%hi(.LC0)
	addi	a0,a0,%lo(.LC0)
	call	put
	blt	s0,zero,.L17
	li	a1,10
	mv	a0,s0
	call	put_unsigned
.L15:
	lw	s0,8(sp)
	lw	ra,12(sp)
	lui	a0,%hi(.LC2)
	addi	a0,a0,%lo(.LC2)
	addi	sp,sp,16
	tail	put
.L17:
	lui	a0,%hi(.LC1)
	addi	a0,a0,%lo(.LC1)
	call	put
	li	a1,10
	neg	a0,s0
	call	put_unsigned
	j	.L15
	.size	line_int, .-line_int
	.align	2
	.weak	memcpy
	.type	memcpy, @function
memcpy:
	beq	a2,zero,.L19
	add	a2,a0,a2
	mv	a5,a0
.L20:
	lbu	a4,0(a1)
	addi	a5,a5,1
	addi	a1,a1,1
	sb	a4,-1(a5)
	bne	a5,a2,.L20
.L19:
	ret
	.size	memcpy, .-memcpy
	.align	2
	.weak	memset
	.type	memset, @function
memset:
	andi	a1,a1,0xff
	add	a4,a0,a2
	mv	a5,a0
	beq	a2,zero,.L31
.L27:
	addi	a5,a5,1
	sb	a1,-1(a5)
	bne	a5,a4,.L27
.L31:
	ret
	.size	memset, .-memset
	.section	.rodata.str1.4
	.align	2
.LC3:
	.string	"zeroed"
	.align	2
.LC4:
	.string	"own"
	.align	2
.LC5:
	.string	"big"
	.align	2
.LC6:
	.string	"small"
	.align	2
.LC7:
	.string	"beta"
	.align	2
.LC8:
	.string	"high"
	.align	2
.LC9:
	.string	"=0x"
	.align	2
.LC10:
	.string	"low"
	.align	2
.LC11:
	.string	"special"
	.align	2
.LC12:
	.string	"mine"
	.align	2
.LC13:
	.string	"aligned"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.type	main, @function
main:
	lui	a4,%hi(zeroed)
	lui	a5,%hi(initialised)
	addi	sp,sp,-32
	lw	a1,%lo(zeroed)(a4)
	lw	a3,%lo(initialised)(a5)
	sw	s2,16(sp)
	lui	s2,%hi(common_one)
	lw	a5,%lo(common_one)(s2)
	sw	s0,24(sp)
	add	a1,a1,a3
	lui	s0,%hi(big)
	li	a3,27
	sw	s1,20(sp)
	addi	s0,s0,%lo(big)
	sw	a1,%lo(zeroed)(a4)
	li	s1,4096
	lui	a4,%hi(own_zero)
	lui	a0,%hi(.LC3)
	sw	ra,28(sp)
	sw	a3,%lo(own_zero)(a4)
	sw	s3,12(sp)
	li	a4,122
	sw	s4,8(sp)
	add	s1,s0,s1
	addi	a5,a5,1
	addi	a0,a0,%lo(.LC3)
	sb	a4,903(s1)
	sw	a5,%lo(common_one)(s2)
	call	line_int
	lui	a0,%hi(.LC4)
	li	a1,27
	addi	a0,a0,%lo(.LC4)
	call	line_int
	lbu	a5,0(s0)
	lbu	a1,903(s1)
	lui	a0,%hi(.LC5)
	addi	a0,a0,%lo(.LC5)
	add	a1,a1,a5
	call	line_int
	lui	a0,%hi(.LC6)
	li	a1,3
	addi	a0,a0,%lo(.LC6)
	call	line_int
	lui	a0,%hi(.LANCHOR0)
	addi	a0,a0,%lo(.LANCHOR0)
	call	put
	lui	a0,%hi(.LC7)
	addi	a0,a0,%lo(.LC7)
	call	put
	lui	s0,%hi(.LC2)
	addi	a0,s0,%lo(.LC2)
	call	put
	lui	a0,%hi(.LC8)
	lui	s3,%hi(wide)
	addi	a0,a0,%lo(.LC8)
	lw	s4,%lo(wide+4)(s3)
	lui	s1,%hi(.LC9)
	call	put
	addi	a0,s1,%lo(.LC9)
	call	put
	li	a1,16
	mv	a0,s4
	call	put_unsigned
	addi	a0,s0,%lo(.LC2)
	call	put
	lui	a0,%hi(.LC10)
	addi	a0,a0,%lo(.LC10)
	lw	s3,%lo(wide)(s3)
	call	put
	addi	a0,s1,%lo(.LC9)
	call	put
	li	a1,16
	mv	a0,s3
	call	put_unsigned
	addi	a0,s0,%lo(.LC2)
	call	put
	lui	a5,%hi(.LANCHOR1)
	lw	a1,%lo(.LANCHOR1)(a5)
	lui	a0,%hi(.LC11)
	addi	a0,a0,%lo(.LC11)
	call	line_int
	lui	a1,%hi(__stop_marks)
	lui	a5,%hi(__start_marks)
	addi	a5,a5,%lo(__start_marks)
	addi	a1,a1,%lo(__stop_marks)
	sub	a1,a1,a5
	lui	a0,%hi(.LC12)
	srai	a1,a1,2
	addi	a0,a0,%lo(.LC12)
	call	line_int
	lui	a0,%hi(.LC13)
	addi	a0,a0,%lo(.LC13)
	li	a1,0
	call	line_int
	lw	ra,28(sp)
	lw	s0,24(sp)
	lw	a0,%lo(common_one)(s2)
	lw	s1,20(sp)
	lw	s2,16(sp)
	lw	s3,12(sp)
	lw	s4,8(sp)
	addi	sp,sp,32
	jr	ra
	.size	main, .-main
	.comm	aligned,8,64
	.globl	mine
	.globl	special
	.globl	wide
	.comm	common_one,4,4
	.globl	names
	.section	.rodata.str1.4
	.align	2
.LC14:
	.string	"alpha"
	.comm	big,5000,4
	.globl	constant
	.comm	zeroed,4,4
	.globl	initialised
	.section	.rodata
	.align	2
	.set	.LANCHOR0,. + 0
	.type	text, @object
	.size	text, 9
text:
	.string	"constant"
	.section	.data.special,"aw"
	.align	2
	.set	.LANCHOR1,. + 0
	.type	special, @object
	.size	special, 4
special:
	.word	21
	.section	.sbss,"aw",@nobits
	.align	2
	.type	own_zero, @object
	.size	own_zero, 4
own_zero:
	.zero	4
	.section	.sdata,"aw"
	.align	3
	.type	wide, @object
	.size	wide, 8
wide:
	.word	1432778632
	.word	287454020
	.type	initialised, @object
	.size	initialised, 4
initialised:
	.word	7
	.section	.srodata,"a"
	.align	2
	.type	names, @object
	.size	names, 8
names:
	.word	.LC14
	.word	.LC7
	.type	constant, @object
	.size	constant, 4
constant:
	.word	9
	.section	marks,"aw"
	.align	2
	.type	mine, @object
	.size	mine, 12
mine:
	.word	4
	.word	5
	.word	6
	.ident	"GCC: (12.2.0-14+deb12u1+11+b2) 12.2.0"
