	.file	"two_files_other.c"
	.option nopic
	.attribute arch, "rv32i2p1_m2p0_a2p1_f2p2_d2p2_zicsr2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.section	.rodata.str1.4,"aMS",@progbits,1
	.align	2
.LC0:
	.string	"other file"
	.text
	.align	2
	.globl	other_name
	.type	other_name, @function
other_name:
	lui	a0,%hi(.LC0)
	addi	a0,a0,%lo(.LC0)
	ret
	.size	other_name, .-other_name
	.align	2
	.globl	other
	.type	other, @function
other:
	addi	sp,sp,-16
	sw	s0,8(sp)
	lui	a3,%hi(shared)
	lui	s0,%hi(own)
	lui	a2,%hi(common_both)
	lw	a5,%lo(own)(s0)
	lw	a4,%lo(shared)(a3)
	lw	a2,%lo(common_both)(a2)
	sw	ra,12(sp)
	addi	a4,a4,1
	add	a5,a5,a2
	sw	a5,%lo(own)(s0)
	sw	a4,%lo(shared)(a3)
	call	helper
	lw	a5,%lo(own)(s0)
	lw	ra,12(sp)
	lw	s0,8(sp)
	add	a0,a0,a5
	addi	sp,sp,16
	jr	ra
	.size	other, .-other
	.comm	common_both,4,4
	.globl	table
	.globl	shared
	.data
	.align	2
	.type	table, @object
	.size	table, 12
table:
	.word	1
	.word	2
	.word	33
	.section	.sdata,"aw"
	.align	2
	.type	own, @object
	.size	own, 4
own:
	.word	100
	.type	shared, @object
	.size	shared, 4
shared:
	.word	40
	.ident	"GCC: (12.2.0-14+deb12u1+11+b2) 12.2.0"
