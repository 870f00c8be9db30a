	.file	1 "longlong.c"
	.section .mdebug.abi32
	.previous
	.nan	legacy
	.module	fp=xx
	.module	nooddspreg
	.module	arch=mips32r2
	.abicalls
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	put
	.type	put, @function
put:
	.frame	$sp,0,$31		# vars= 0, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	lb	$2,0($4)
	move	$6,$0
	.set	noreorder
	.set	nomacro
	beq	$2,$0,$L2
	move	$5,$4
	.set	macro
	.set	reorder

$L3:
	addiu	$6,$6,1
	addu	$2,$5,$6
	lb	$2,0($2)
	bne	$2,$0,$L3
$L2:
	li	$4,1			# 0x1
	li	$2,4004			# 0xfa4
#APP
 # 19 "../c/io.h" 1
	syscall
 # 0 "" 2
#NO_APP
	jr	$31
	.end	put
	.size	put, .-put
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	put_unsigned
	.type	put_unsigned, @function
put_unsigned:
	.frame	$sp,72,$31		# vars= 40, regs= 1/0, args= 16, gp= 8
	.mask	0x80000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.cpload	$25
	.set	nomacro
	addiu	$sp,$sp,-72
	addiu	$3,$sp,24
	.cprestore	16
	sw	$31,68($sp)
	b	$L10
	sb	$0,57($sp)

$L14:
	addiu	$2,$2,48
	sltu	$4,$4,$5
	seb	$2,$2
	sb	$2,32($3)
	bne	$4,$0,$L13
	addiu	$2,$3,-1

$L11:
	mflo	$4
	move	$3,$2
$L10:
	teq	$5,$0,7
	divu	$0,$4,$5
	mfhi	$2
	sltu	$6,$2,10
	bne	$6,$0,$L14
	andi	$2,$2,0x00ff

	addiu	$2,$2,87
	sltu	$4,$4,$5
	seb	$2,$2
	sb	$2,32($3)
	beq	$4,$0,$L11
	addiu	$2,$3,-1

$L13:
	lw	$25,%got(put)($28)
	addiu	$25,$25,%lo(put)
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$3,32

	lw	$31,68($sp)
	jr	$31
	addiu	$sp,$sp,72

	.set	macro
	.set	reorder
	.end	put_unsigned
	.size	put_unsigned, .-put_unsigned
	.section	.rodata.str1.4,"aMS",@progbits,1
	.align	2
$LC0:
	.ascii	"=\000"
	.align	2
$LC1:
	.ascii	"\012\000"
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	line_int
	.type	line_int, @function
line_int:
	.frame	$sp,40,$31		# vars= 0, regs= 3/0, args= 16, gp= 8
	.mask	0x80030000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.cpload	$25
	.set	nomacro
	addiu	$sp,$sp,-40
	sw	$16,28($sp)
	lw	$16,%got(put)($28)
	sw	$31,36($sp)
	sw	$17,32($sp)
	addiu	$16,$16,%lo(put)
	.cprestore	16
	move	$25,$16
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	move	$17,$5

	move	$25,$16
	lw	$28,16($sp)
	lw	$4,%got($LC0)($28)
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$4,%lo($LC0)

	li	$5,10			# 0xa
	lw	$28,16($sp)
	lw	$25,%got(put_unsigned)($28)
	addiu	$25,$25,%lo(put_unsigned)
	.reloc	1f,R_MIPS_JALR,put_unsigned
1:	jalr	$25
	move	$4,$17

	move	$25,$16
	lw	$28,16($sp)
	lw	$31,36($sp)
	lw	$17,32($sp)
	lw	$16,28($sp)
	addiu	$sp,$sp,40
	lw	$4,%got($LC1)($28)
	.reloc	1f,R_MIPS_JALR,put
1:	jr	$25
	addiu	$4,$4,%lo($LC1)

	.set	macro
	.set	reorder
	.end	line_int
	.size	line_int, .-line_int
	.section	.rodata.str1.4
	.align	2
$LC2:
	.ascii	":\000"
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	show
	.type	show, @function
show:
	.frame	$sp,40,$31		# vars= 0, regs= 4/0, args= 16, gp= 8
	.mask	0x80070000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.cpload	$25
	.set	nomacro
	addiu	$sp,$sp,-40
	sw	$16,24($sp)
	lw	$16,%got(put)($28)
	sw	$31,36($sp)
	sw	$18,32($sp)
	move	$18,$7
	addiu	$16,$16,%lo(put)
	sw	$17,28($sp)
	.cprestore	16
	move	$25,$16
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	move	$17,$6

	move	$25,$16
	lw	$28,16($sp)
	lw	$4,%got($LC0)($28)
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$4,%lo($LC0)

	move	$4,$17
	lw	$28,16($sp)
	lw	$17,%got(put_unsigned)($28)
	addiu	$17,$17,%lo(put_unsigned)
	move	$25,$17
	.reloc	1f,R_MIPS_JALR,put_unsigned
1:	jalr	$25
	li	$5,16			# 0x10

	move	$25,$16
	lw	$28,16($sp)
	lw	$4,%got($LC2)($28)
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$4,%lo($LC2)

	li	$5,16			# 0x10
	move	$25,$17
	.reloc	1f,R_MIPS_JALR,put_unsigned
1:	jalr	$25
	move	$4,$18

	move	$25,$16
	lw	$28,16($sp)
	lw	$31,36($sp)
	lw	$18,32($sp)
	lw	$17,28($sp)
	lw	$4,%got($LC1)($28)
	lw	$16,24($sp)
	addiu	$sp,$sp,40
	.reloc	1f,R_MIPS_JALR,put
1:	jr	$25
	addiu	$4,$4,%lo($LC1)

	.set	macro
	.set	reorder
	.end	show
	.size	show, .-show
	.align	2
	.weak	memcpy
	.set	nomips16
	.set	nomicromips
	.ent	memcpy
	.type	memcpy, @function
memcpy:
	.frame	$sp,0,$31		# vars= 0, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	beq	$6,$0,$L26
	move	$2,$4

	addu	$6,$4,$6
	move	$3,$4
$L21:
	lbu	$7,0($5)
	addiu	$3,$3,1
	addiu	$5,$5,1
	bne	$3,$6,$L21
	sb	$7,-1($3)

$L26:
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	memcpy
	.size	memcpy, .-memcpy
	.align	2
	.weak	memset
	.set	nomips16
	.set	nomicromips
	.ent	memset
	.type	memset, @function
memset:
	.frame	$sp,0,$31		# vars= 0, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	beq	$6,$0,$L33
	move	$2,$4

	addu	$6,$4,$6
	andi	$5,$5,0x00ff
	move	$3,$4
$L29:
	addiu	$3,$3,1
	bne	$3,$6,$L29
	sb	$5,-1($3)

$L33:
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	memset
	.size	memset, .-memset
	.section	.rodata.str1.4
	.align	2
$LC3:
	.ascii	"add\000"
	.align	2
$LC4:
	.ascii	"sub\000"
	.align	2
$LC5:
	.ascii	"neg\000"
	.align	2
$LC6:
	.ascii	"and\000"
	.align	2
$LC7:
	.ascii	"xor\000"
	.align	2
$LC8:
	.ascii	"shl\000"
	.align	2
$LC9:
	.ascii	"shr\000"
	.align	2
$LC10:
	.ascii	"sar\000"
	.align	2
$LC11:
	.ascii	"shl32\000"
	.align	2
$LC12:
	.ascii	"sar40\000"
	.align	2
$LC13:
	.ascii	"less\000"
	.align	2
$LC14:
	.ascii	"uless\000"
	.align	2
$LC15:
	.ascii	"eq\000"
	.align	2
$LC16:
	.ascii	"wide\000"
	.align	2
$LC17:
	.ascii	"uwide\000"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,48,$31		# vars= 0, regs= 6/0, args= 16, gp= 8
	.mask	0x801f0000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.cpload	$25
	.set	nomacro
	addiu	$sp,$sp,-48
	lw	$4,%got($LC3)($28)
	sw	$18,32($sp)
	addiu	$4,$4,%lo($LC3)
	sw	$17,28($sp)
	lw	$18,%got(b)($28)
	lw	$17,%got(a)($28)
	sw	$16,24($sp)
	lw	$16,%got(show)($28)
	sw	$31,44($sp)
	lw	$3,4($17)
	lw	$2,0($17)
	addiu	$16,$16,%lo(show)
	lw	$9,4($18)
	lw	$8,0($18)
	move	$25,$16
	.cprestore	16
	addu	$7,$3,$9
	sw	$20,40($sp)
	addu	$6,$2,$8
	sw	$19,36($sp)
	sltu	$2,$7,$3
	lw	$20,%got(u)($28)
	.reloc	1f,R_MIPS_JALR,show
1:	jalr	$25
	addu	$6,$2,$6

	move	$25,$16
	lw	$28,16($sp)
	lw	$3,4($17)
	lw	$2,0($17)
	lw	$5,4($18)
	lw	$4,0($18)
	subu	$7,$3,$5
	subu	$6,$2,$4
	lw	$4,%got($LC4)($28)
	sltu	$2,$3,$7
	subu	$6,$6,$2
	.reloc	1f,R_MIPS_JALR,show
1:	jalr	$25
	addiu	$4,$4,%lo($LC4)

	move	$25,$16
	lw	$28,16($sp)
	lw	$5,4($17)
	lw	$4,0($17)
	sltu	$2,$0,$5
	subu	$6,$0,$4
	lw	$4,%got($LC5)($28)
	subu	$7,$0,$5
	subu	$6,$6,$2
	.reloc	1f,R_MIPS_JALR,show
1:	jalr	$25
	addiu	$4,$4,%lo($LC5)

	move	$25,$16
	lw	$28,16($sp)
	lw	$9,4($17)
	lw	$8,0($17)
	lw	$3,4($18)
	lw	$4,%got($LC6)($28)
	lw	$2,0($18)
	and	$7,$9,$3
	addiu	$4,$4,%lo($LC6)
	.reloc	1f,R_MIPS_JALR,show
1:	jalr	$25
	and	$6,$8,$2

	move	$25,$16
	lw	$28,16($sp)
	lw	$9,4($17)
	lw	$8,0($17)
	lw	$3,4($18)
	lw	$4,%got($LC7)($28)
	lw	$2,0($18)
	xor	$7,$9,$3
	addiu	$4,$4,%lo($LC7)
	.reloc	1f,R_MIPS_JALR,show
1:	jalr	$25
	xor	$6,$8,$2

	move	$25,$16
	lw	$28,16($sp)
	lw	$5,4($17)
	lw	$4,0($17)
	srl	$6,$5,20
	sll	$2,$4,12
	lw	$4,%got($LC8)($28)
	sll	$7,$5,12
	or	$6,$6,$2
	.reloc	1f,R_MIPS_JALR,show
1:	jalr	$25
	addiu	$4,$4,%lo($LC8)

	move	$25,$16
	lw	$28,16($sp)
	lw	$7,4($20)
	lw	$6,0($20)
	lw	$4,%got($LC9)($28)
	srl	$2,$7,20
	sll	$3,$6,12
	srl	$6,$6,20
	addiu	$4,$4,%lo($LC9)
	.reloc	1f,R_MIPS_JALR,show
1:	jalr	$25
	or	$7,$3,$2

	move	$25,$16
	lw	$28,16($sp)
	lw	$7,4($18)
	lw	$6,0($18)
	lw	$4,%got($LC10)($28)
	srl	$2,$7,8
	sll	$3,$6,24
	sra	$6,$6,8
	addiu	$4,$4,%lo($LC10)
	.reloc	1f,R_MIPS_JALR,show
1:	jalr	$25
	or	$7,$3,$2

	move	$7,$0
	lw	$28,16($sp)
	move	$25,$16
	lw	$3,4($17)
	lw	$2,0($17)
	lw	$4,%got($LC11)($28)
	move	$6,$3
	.reloc	1f,R_MIPS_JALR,show
1:	jalr	$25
	addiu	$4,$4,%lo($LC11)

	move	$25,$16
	lw	$28,16($sp)
	lw	$3,4($18)
	lw	$2,0($18)
	lw	$4,%got($LC12)($28)
	sra	$6,$2,31
	sra	$7,$2,8
	.reloc	1f,R_MIPS_JALR,show
1:	jalr	$25
	addiu	$4,$4,%lo($LC12)

	li	$6,1			# 0x1
	lw	$3,4($17)
	lw	$2,0($17)
	lw	$5,4($18)
	lw	$4,0($18)
	slt	$7,$2,$4
	bne	$7,$0,$L35
	lw	$28,16($sp)

	beq	$4,$2,$L40
	sltu	$2,$3,$5

	move	$6,$0
$L35:
	lw	$19,%got(line_int)($28)
$L42:
	move	$5,$6
	lw	$4,%got($LC13)($28)
	addiu	$19,$19,%lo(line_int)
	move	$25,$19
	.reloc	1f,R_MIPS_JALR,line_int
1:	jalr	$25
	addiu	$4,$4,%lo($LC13)

	li	$6,1			# 0x1
	lw	$3,4($20)
	lw	$2,0($20)
	lw	$5,4($18)
	lw	$4,0($18)
	sltu	$7,$2,$4
	bne	$7,$0,$L37
	lw	$28,16($sp)

	beq	$4,$2,$L41
	sltu	$2,$3,$5

	move	$6,$0
$L37:
	lw	$4,%got($LC14)($28)
	move	$5,$6
	move	$25,$19
	.reloc	1f,R_MIPS_JALR,line_int
1:	jalr	$25
	addiu	$4,$4,%lo($LC14)

	li	$5,19070976			# 0x1230000
	lw	$28,16($sp)
	li	$2,-1985282048			# 0xffffffff89ab0000
	lw	$7,4($17)
	addiu	$5,$5,17767
	lw	$6,0($17)
	ori	$2,$2,0xcdef
	move	$25,$19
	lw	$4,%got($LC15)($28)
	xor	$2,$7,$2
	xor	$5,$6,$5
	or	$5,$5,$2
	addiu	$4,$4,%lo($LC15)
	.reloc	1f,R_MIPS_JALR,line_int
1:	jalr	$25
	sltu	$5,$5,1

	li	$7,-2147483648			# 0xffffffff80000000
	lw	$28,16($sp)
	li	$6,-2			# 0xfffffffffffffffe
	move	$25,$16
	lw	$4,%got($LC16)($28)
	.reloc	1f,R_MIPS_JALR,show
1:	jalr	$25
	addiu	$4,$4,%lo($LC16)

	li	$7,1			# 0x1
	lw	$28,16($sp)
	li	$6,-2			# 0xfffffffffffffffe
	move	$25,$16
	lw	$4,%got($LC17)($28)
	.reloc	1f,R_MIPS_JALR,show
1:	jalr	$25
	addiu	$4,$4,%lo($LC17)

	lw	$3,4($17)
	lw	$31,44($sp)
	lw	$2,0($17)
	lw	$20,40($sp)
	andi	$2,$3,0x3f
	lw	$19,36($sp)
	lw	$18,32($sp)
	lw	$17,28($sp)
	lw	$16,24($sp)
	jr	$31
	addiu	$sp,$sp,48

$L40:
	bne	$2,$0,$L42
	lw	$19,%got(line_int)($28)

	b	$L42
	move	$6,$0

$L41:
	bne	$2,$0,$L37
	nop

	b	$L37
	move	$6,$0

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.globl	u
	.data
	.align	3
	.type	u, @object
	.size	u, 8
u:
	.word	-19088744
	.word	1985229328
	.globl	b
	.align	3
	.type	b, @object
	.size	b, 8
b:
	.word	-23
	.word	18815699
	.globl	a
	.align	3
	.type	a, @object
	.size	a, 8
a:
	.word	19088743
	.word	-1985229329
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
