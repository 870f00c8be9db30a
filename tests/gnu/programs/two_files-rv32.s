	.file	"two_files.c"
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
	.type	put_unsigned.constprop.0, @function
put_unsigned.constprop.0:
	addi	sp,sp,-64
	sw	ra,60(sp)
	sb	zero,45(sp)
	addi	a5,sp,12
	li	a3,10
	li	a6,9
.L8:
	remu	a4,a0,a3
	mv	a1,a5
	addi	a5,a5,-1
	mv	a2,a0
	addi	a4,a4,48
	sb	a4,33(a5)
	divu	a0,a0,a3
	bgtu	a2,a6,.L8
	addi	a0,a1,32
	call	put
	lw	ra,60(sp)
	addi	sp,sp,64
	jr	ra
	.size	put_unsigned.constprop.0, .-put_unsigned.constprop.0
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
	blt	s0,zero,.L15
	mv	a0,s0
	call	put_unsigned.constprop.0
.L13:
	lw	s0,8(sp)
	lw	ra,12(sp)
	lui	a0,%hi(.LC2)
	addi	a0,a0,%lo(.LC2)
	addi	sp,sp,16
	tail	put
.L15:
	lui	a0,%hi(.LC1)
	addi	a0,a0,%lo(.LC1)
	call	put
	neg	a0,s0
	call	put_unsigned.constprop.0
	j	.L13
	.size	line_int, .-line_int
	.align	2
	.weak	memcpy
	.type	memcpy, @function
memcpy:
	beq	a2,zero,.L17
	add	a2,a0,a2
	mv	a5,a0
.L18:
	lbu	a4,0(a1)
	addi	a5,a5,1
	addi	a1,a1,1
	sb	a4,-1(a5)
	bne	a5,a2,.L18
.L17:
	ret
	.size	memcpy, .-memcpy
	.align	2
	.weak	memset
	.type	memset, @function
memset:
	andi	a1,a1,0xff
	add	a4,a0,a2
	mv	a5,a0
	beq	a2,zero,.L29
.L25:
	addi	a5,a5,1
	sb	a1,-1(a5)
	bne	a5,a4,.L25
.L29:
	ret
	.size	memset, .-memset
	.align	2
	.globl	helper
	.type	helper, @function
helper:
	addi	a0,a0,1
	ret
	.size	helper, .-helper
	.section	.rodata.str1.4
	.align	2
.LC3:
	.string	"other"
	.align	2
.LC4:
	.string	"shared"
	.align	2
.LC5:
	.string	"table"
	.align	2
.LC6:
	.string	"own"
	.align	2
.LC7:
	.string	"again"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.type	main, @function
main:
	addi	sp,sp,-16
	li	a0,5
	sw	ra,12(sp)
	call	other
	mv	a1,a0
	lui	a0,%hi(.LC3)
	addi	a0,a0,%lo(.LC3)
	call	line_int
	lui	a5,%hi(shared)
	lw	a1,%lo(shared)(a5)
	lui	a0,%hi(.LC4)
	addi	a0,a0,%lo(.LC4)
	call	line_int
	lui	a5,%hi(table+8)
	lw	a1,%lo(table+8)(a5)
	lui	a0,%hi(.LC5)
	addi	a0,a0,%lo(.LC5)
	call	line_int
	lui	a5,%hi(common_both)
	li	a4,9
	sw	a4,%lo(common_both)(a5)
	call	other_name
	call	put
	lui	a0,%hi(.LC2)
	addi	a0,a0,%lo(.LC2)
	call	put
	lui	a0,%hi(.LC6)
	li	a1,1
	addi	a0,a0,%lo(.LC6)
	call	line_int
	li	a0,0
	call	other
	mv	a1,a0
	lui	a0,%hi(.LC7)
	addi	a0,a0,%lo(.LC7)
	call	line_int
	lw	ra,12(sp)
	li	a0,0
	addi	sp,sp,16
	jr	ra
	.size	main, .-main
	.comm	common_both,4,4
	.ident	"GCC: (12.2.0-14+deb12u1+11+b2) 12.2.0"
