	.file	"interpreter.c"
	.option nopic
	.attribute arch, "rv32i2p1_m2p0"
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
	.section	.rodata.str1.4,"aMS",@progbits,1
	.align	2
.LC0:
	.string	"-"
	.text
	.align	2
	.type	put_int, @function
put_int:
	addi	sp,sp,-48
	mv	a5,a0
	blt	a0,zero,.L25
	addi	a4,sp,12
	sb	zero,45(sp)
	li	a2,10
	li	a6,9
.L14:
	remu	a3,a5,a2
	mv	a1,a4
	addi	a4,a4,-1
	mv	a0,a5
	addi	a3,a3,48
	sb	a3,33(a4)
	divu	a5,a5,a2
	bgtu	a0,a6,.L14
	lbu	a5,32(a1)
	li	a2,0
	addi	a1,a1,32
	beq	a5,zero,.L15
.L16:
	addi	a2,a2,1
	add	a5,a1,a2
	lbu	a5,0(a5)
	bne	a5,zero,.L16
.L15:
	li	a0,1
	li	a7,64
 #APP
# 11 "../c/io.h" 1
	ecall
# 0 "" 2
 #NO_APP
	addi	sp,sp,48
	jr	ra
.L25:
	lui	a1,%hi(.LC0)
	li	a0,1
	addi	a1,a1,%lo(.LC0)
	li	a2,1
	li	a7,64
 #APP
# 11 "../c/io.h" 1
	ecall
# 0 "" 2
 #NO_APP
	li	a2,10
	addi	a4,sp,12
	neg	a5,a5
	sb	zero,45(sp)
	li	a6,9
.L10:
	remu	a3,a5,a2
	mv	a1,a4
	addi	a4,a4,-1
	mv	a0,a5
	addi	a3,a3,48
	sb	a3,33(a4)
	divu	a5,a5,a2
	bgtu	a0,a6,.L10
	lbu	a5,32(a1)
	li	a2,0
	addi	a1,a1,32
	beq	a5,zero,.L15
.L12:
	addi	a2,a2,1
	add	a5,a1,a2
	lbu	a5,0(a5)
	bne	a5,zero,.L12
	li	a0,1
	li	a7,64
 #APP
# 11 "../c/io.h" 1
	ecall
# 0 "" 2
 #NO_APP
	addi	sp,sp,48
	jr	ra
	.size	put_int, .-put_int
	.section	.rodata.str1.4
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
	addi	sp,sp,-16
	sw	ra,12(sp)
	sw	s0,8(sp)
	mv	s0,a1
	call	put
	lui	a0,%hi(.LC1)
	addi	a0,a0,%lo(.LC1)
	call	put
	mv	a0,s0
	call	put_int
	lw	s0,8(sp)
	lw	ra,12(sp)
	lui	a0,%hi(.LC2)
	addi	a0,a0,%lo(.LC2)
	addi	sp,sp,16
	tail	put
	.size	line_int, .-line_int
	.section	.rodata.str1.4
	.align	2
.LC3:
	.string	" "
	.text
	.align	2
	.type	run.constprop.0, @function
run.constprop.0:
	addi	sp,sp,-32
	sw	s3,12(sp)
	sw	s4,8(sp)
	lui	s3,%hi(.L31)
	lui	s4,%hi(steps)
	sw	s0,24(sp)
	sw	s1,20(sp)
	sw	s5,4(sp)
	sw	s6,0(sp)
	sw	ra,28(sp)
	sw	s2,16(sp)
	mv	s1,a0
	sw	zero,%lo(steps)(s4)
	li	s0,1
	li	a4,0
	li	s5,8
	addi	s3,s3,%lo(.L31)
	li	s6,101
.L43:
	add	a5,s1,a4
	lbu	a5,0(a5)
	addi	s2,a4,1
	bgtu	a5,s5,.L29
	slli	a5,a5,2
	add	a5,a5,s3
	lw	a5,0(a5)
	jr	a5
	.section	.rodata
	.align	2
	.align	2
.L31:
	.word	.L39
	.word	.L38
	.word	.L37
	.word	.L36
	.word	.L35
	.word	.L34
	.word	.L33
	.word	.L32
	.word	.L30
	.text
.L32:
	lui	a3,%hi(sp)
	lw	a4,%lo(sp)(a3)
	lui	a5,%hi(.LANCHOR0)
	addi	a5,a5,%lo(.LANCHOR0)
	addi	a4,a4,-1
	slli	a2,a4,2
	add	a5,a5,a2
	lw	a0,0(a5)
	sw	a4,%lo(sp)(a3)
	call	put_int
	lui	a0,%hi(.LC3)
	addi	a0,a0,%lo(.LC3)
	call	put
.L29:
	mv	a4,s2
	j	.L40
.L33:
	lui	a5,%hi(sp)
	lw	a4,%lo(sp)(a5)
	lui	a5,%hi(.LANCHOR0)
	addi	a5,a5,%lo(.LANCHOR0)
	addi	a4,a4,-1
	slli	a4,a4,2
	add	a5,a5,a4
	lw	a4,0(a5)
	addi	a4,a4,-1
	sw	a4,0(a5)
	mv	a4,s2
	j	.L40
.L34:
	lui	a1,%hi(sp)
	lw	a3,%lo(sp)(a1)
	lui	a5,%hi(.LANCHOR0)
	addi	a5,a5,%lo(.LANCHOR0)
	addi	a0,a3,-1
	slli	a2,a0,2
	add	a2,a5,a2
	lw	a2,0(a2)
	sw	a0,%lo(sp)(a1)
	addi	a4,a4,2
	beq	a2,zero,.L40
	addi	a3,a3,-2
	slli	a3,a3,2
	add	s2,s1,s2
	add	a5,a5,a3
	addi	a2,a2,-1
	lb	a4,0(s2)
	sw	a2,0(a5)
	j	.L40
.L35:
	lui	a5,%hi(sp)
	lw	a4,%lo(sp)(a5)
	lui	a5,%hi(.LANCHOR0)
	addi	a5,a5,%lo(.LANCHOR0)
	addi	a3,a4,-1
	slli	a3,a3,2
	add	a3,a5,a3
	lw	a2,-4(a3)
	addi	a4,a4,-2
	lw	a3,0(a3)
	slli	a4,a4,2
	add	a5,a5,a4
	sw	a3,0(a5)
	sw	a2,4(a5)
	mv	a4,s2
	j	.L40
.L36:
	lui	a2,%hi(sp)
	lw	a4,%lo(sp)(a2)
	lui	a5,%hi(.LANCHOR0)
	addi	a5,a5,%lo(.LANCHOR0)
	addi	a3,a4,-1
	slli	a3,a3,2
	add	a3,a5,a3
	lw	a3,0(a3)
	slli	a1,a4,2
	add	a5,a5,a1
	addi	a4,a4,1
	sw	a4,%lo(sp)(a2)
	sw	a3,0(a5)
	mv	a4,s2
	j	.L40
.L37:
	lui	a2,%hi(sp)
	lw	a5,%lo(sp)(a2)
	lui	a4,%hi(.LANCHOR0)
	addi	a4,a4,%lo(.LANCHOR0)
	addi	a1,a5,-1
	addi	a5,a5,-2
	slli	a3,a1,2
	slli	a5,a5,2
	add	a5,a4,a5
	add	a4,a4,a3
	lw	a4,0(a4)
	lw	a3,0(a5)
	sw	a1,%lo(sp)(a2)
	mul	a4,a3,a4
	sw	a4,0(a5)
	mv	a4,s2
	j	.L40
.L38:
	lui	a2,%hi(sp)
	lw	a5,%lo(sp)(a2)
	lui	a4,%hi(.LANCHOR0)
	addi	a4,a4,%lo(.LANCHOR0)
	addi	a1,a5,-1
	addi	a5,a5,-2
	slli	a3,a1,2
	slli	a5,a5,2
	add	a5,a4,a5
	add	a4,a4,a3
	lw	a4,0(a4)
	lw	a3,0(a5)
	sw	a1,%lo(sp)(a2)
	add	a4,a3,a4
	sw	a4,0(a5)
	mv	a4,s2
	j	.L40
.L39:
	lui	a2,%hi(sp)
	lw	a5,%lo(sp)(a2)
	add	s2,s1,s2
	lb	a1,0(s2)
	slli	a0,a5,2
	addi	a3,a5,1
	lui	a5,%hi(.LANCHOR0)
	addi	a5,a5,%lo(.LANCHOR0)
	add	a5,a5,a0
	addi	a4,a4,2
	sw	a3,%lo(sp)(a2)
	sw	a1,0(a5)
.L40:
	sw	s0,%lo(steps)(s4)
	addi	s0,s0,1
	bne	s0,s6,.L43
	li	a0,-1
	j	.L28
.L30:
	lui	a5,%hi(sp)
	lw	a4,%lo(sp)(a5)
	lui	a5,%hi(.LANCHOR0)
	addi	a5,a5,%lo(.LANCHOR0)
	addi	a4,a4,-1
	slli	a4,a4,2
	add	a5,a5,a4
	lw	a0,0(a5)
.L28:
	lw	ra,28(sp)
	lw	s0,24(sp)
	lw	s1,20(sp)
	lw	s2,16(sp)
	lw	s3,12(sp)
	lw	s4,8(sp)
	lw	s5,4(sp)
	lw	s6,0(sp)
	addi	sp,sp,32
	jr	ra
	.size	run.constprop.0, .-run.constprop.0
	.align	2
	.weak	memcpy
	.type	memcpy, @function
memcpy:
	beq	a2,zero,.L48
	add	a2,a0,a2
	mv	a5,a0
.L49:
	lbu	a4,0(a1)
	addi	a5,a5,1
	addi	a1,a1,1
	sb	a4,-1(a5)
	bne	a5,a2,.L49
.L48:
	ret
	.size	memcpy, .-memcpy
	.align	2
	.weak	memset
	.type	memset, @function
memset:
	andi	a1,a1,0xff
	add	a4,a0,a2
	mv	a5,a0
	beq	a2,zero,.L60
.L56:
	addi	a5,a5,1
	sb	a1,-1(a5)
	bne	a5,a4,.L56
.L60:
	ret
	.size	memset, .-memset
	.section	.rodata.str1.4
	.align	2
.LC4:
	.string	"first"
	.align	2
.LC5:
	.string	"steps"
	.align	2
.LC6:
	.string	"second"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.type	main, @function
main:
	lui	a0,%hi(.LANCHOR1)
	addi	sp,sp,-16
	addi	a0,a0,%lo(.LANCHOR1)
	sw	ra,12(sp)
	sw	s0,8(sp)
	call	run.constprop.0
	mv	a1,a0
	lui	a0,%hi(.LC4)
	addi	a0,a0,%lo(.LC4)
	call	line_int
	lui	s0,%hi(steps)
	lw	a1,%lo(steps)(s0)
	lui	a0,%hi(.LC5)
	addi	a0,a0,%lo(.LC5)
	call	line_int
	lui	a0,%hi(factorial)
	lui	a5,%hi(sp)
	addi	a0,a0,%lo(factorial)
	sw	zero,%lo(sp)(a5)
	call	run.constprop.0
	mv	a1,a0
	lui	a0,%hi(.LC6)
	addi	a0,a0,%lo(.LC6)
	call	line_int
	lw	a0,%lo(steps)(s0)
	lw	ra,12(sp)
	lw	s0,8(sp)
	addi	sp,sp,16
	jr	ra
	.size	main, .-main
	.bss
	.align	2
	.set	.LANCHOR0,. + 0
	.type	stack, @object
	.size	stack, 64
stack:
	.zero	64
	.section	.rodata
	.align	2
	.set	.LANCHOR1,. + 0
	.type	code, @object
	.size	code, 10
code:
	.string	""
	.string	"\001"
	.ascii	"\006\003\007\003\005\004\b"
	.section	.sbss,"aw",@nobits
	.align	2
	.type	steps, @object
	.size	steps, 4
steps:
	.zero	4
	.type	sp, @object
	.size	sp, 4
sp:
	.zero	4
	.section	.srodata,"a"
	.align	2
	.type	factorial, @object
	.size	factorial, 6
factorial:
	.string	""
	.string	"\001"
	.ascii	"\007\004\b"
	.ident	"GCC: (12.2.0-14+deb12u1+11+b2) 12.2.0"
