	.file	1 "weak.c"
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
	.ent	put_unsigned.constprop.0
	.type	put_unsigned.constprop.0, @function
put_unsigned.constprop.0:
	.frame	$sp,72,$31		# vars= 40, regs= 1/0, args= 16, gp= 8
	.mask	0x80000000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.cpload	$25
	.set	nomacro
	addiu	$sp,$sp,-72
	li	$7,-859045888			# 0xffffffffcccc0000
	addiu	$5,$sp,24
	.cprestore	16
	ori	$7,$7,0xcccd
	sw	$31,68($sp)
	sb	$0,57($sp)
$L8:
	multu	$4,$7
	move	$8,$5
	addiu	$5,$5,-1
	sltu	$6,$4,10
	mfhi	$3
	srl	$3,$3,3
	sll	$2,$3,2
	addu	$2,$2,$3
	sll	$2,$2,1
	subu	$2,$4,$2
	move	$4,$3
	addiu	$2,$2,48
	beq	$6,$0,$L8
	sb	$2,33($5)

	lw	$25,%got(put)($28)
	addiu	$25,$25,%lo(put)
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$8,32

	lw	$31,68($sp)
	jr	$31
	addiu	$sp,$sp,72

	.set	macro
	.set	reorder
	.end	put_unsigned.constprop.0
	.size	put_unsigned.constprop.0, .-put_unsigned.constprop.0
	.section	.rodata.str1.4,"aMS",@progbits,1
	.align	2
$LC0:
	.ascii	"=\000"
	.align	2
$LC1:
	.ascii	"-\000"
	.align	2
$LC2:
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
	.cprestore	16
	sw	$31,36($sp)
	addiu	$16,$16,%lo(put)
	sw	$17,32($sp)
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

	bltz	$17,$L15
	lw	$28,16($sp)

	lw	$25,%got(put_unsigned.constprop.0)($28)
	addiu	$25,$25,%lo(put_unsigned.constprop.0)
	.reloc	1f,R_MIPS_JALR,put_unsigned.constprop.0
1:	jalr	$25
	move	$4,$17

	lw	$28,16($sp)
$L13:
	lw	$4,%got($LC2)($28)
	move	$25,$16
	lw	$31,36($sp)
	lw	$17,32($sp)
	lw	$16,28($sp)
	addiu	$4,$4,%lo($LC2)
	.reloc	1f,R_MIPS_JALR,put
1:	jr	$25
	addiu	$sp,$sp,40

$L15:
	lw	$4,%got($LC1)($28)
	move	$25,$16
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$4,%lo($LC1)

	lw	$28,16($sp)
	lw	$25,%got(put_unsigned.constprop.0)($28)
	addiu	$25,$25,%lo(put_unsigned.constprop.0)
	.reloc	1f,R_MIPS_JALR,put_unsigned.constprop.0
1:	jalr	$25
	subu	$4,$0,$17

	b	$L13
	lw	$28,16($sp)

	.set	macro
	.set	reorder
	.end	line_int
	.size	line_int, .-line_int
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
	beq	$6,$0,$L23
	move	$2,$4

	addu	$6,$4,$6
	move	$3,$4
$L18:
	lbu	$7,0($5)
	addiu	$3,$3,1
	addiu	$5,$5,1
	bne	$3,$6,$L18
	sb	$7,-1($3)

$L23:
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
	beq	$6,$0,$L30
	move	$2,$4

	addu	$6,$4,$6
	andi	$5,$5,0x00ff
	move	$3,$4
$L26:
	addiu	$3,$3,1
	bne	$3,$6,$L26
	sb	$5,-1($3)

$L30:
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	memset
	.size	memset, .-memset
	.align	2
	.weak	fallback
	.set	nomips16
	.set	nomicromips
	.ent	fallback
	.type	fallback, @function
fallback:
	.frame	$sp,0,$31		# vars= 0, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	jr	$31
	sll	$2,$4,1

	.set	macro
	.set	reorder
	.end	fallback
	.size	fallback, .-fallback
	.align	2
	.globl	visible
	.set	nomips16
	.set	nomicromips
	.ent	visible
	.type	visible, @function
visible:
	.frame	$sp,0,$31		# vars= 0, regs= 0/0, args= 0, gp= 0
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	jr	$31
	addiu	$2,$4,100

	.set	macro
	.set	reorder
	.end	visible
	.size	visible, .-visible
	.globl	alias
	alias = visible
	.section	.rodata.str1.4
	.align	2
$LC3:
	.ascii	"optional\000"
	.align	2
$LC4:
	.ascii	"variable\000"
	.align	2
$LC5:
	.ascii	"fallback\000"
	.align	2
$LC6:
	.ascii	"alias\000"
	.align	2
$LC7:
	.ascii	"hidden\000"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,32,$31		# vars= 0, regs= 2/0, args= 16, gp= 8
	.mask	0x80010000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.cpload	$25
	.set	nomacro
	addiu	$sp,$sp,-32
	lw	$2,%got(optional)($28)
	.cprestore	16
	sw	$31,28($sp)
	beq	$2,$0,$L36
	sw	$16,24($sp)

	lw	$25,%call16(optional)($28)
	.reloc	1f,R_MIPS_JALR,optional
1:	jalr	$25
	li	$4,1			# 0x1

	lw	$28,16($sp)
	move	$5,$2
$L34:
	lw	$16,%got(line_int)($28)
	lw	$4,%got($LC3)($28)
	addiu	$16,$16,%lo(line_int)
	move	$25,$16
	.reloc	1f,R_MIPS_JALR,line_int
1:	jalr	$25
	addiu	$4,$4,%lo($LC3)

	lw	$28,16($sp)
	lw	$2,%got(missing_variable)($28)
	beq	$2,$0,$L35
	li	$5,-2			# 0xfffffffffffffffe

	lw	$5,0($2)
$L35:
	lw	$4,%got($LC4)($28)
	move	$25,$16
	.reloc	1f,R_MIPS_JALR,line_int
1:	jalr	$25
	addiu	$4,$4,%lo($LC4)

	lw	$28,16($sp)
	lw	$25,%got(fallback)($28)
	.reloc	1f,R_MIPS_JALR,fallback
1:	jalr	$25
	li	$4,4			# 0x4

	move	$25,$16
	lw	$28,16($sp)
	move	$5,$2
	lw	$4,%got($LC5)($28)
	.reloc	1f,R_MIPS_JALR,line_int
1:	jalr	$25
	addiu	$4,$4,%lo($LC5)

	li	$5,105			# 0x69
	lw	$28,16($sp)
	move	$25,$16
	lw	$4,%got($LC6)($28)
	.reloc	1f,R_MIPS_JALR,line_int
1:	jalr	$25
	addiu	$4,$4,%lo($LC6)

	move	$25,$16
	lw	$28,16($sp)
	lw	$2,%got(hidden)($28)
	lw	$4,%got($LC7)($28)
	lw	$5,0($2)
	.reloc	1f,R_MIPS_JALR,line_int
1:	jalr	$25
	addiu	$4,$4,%lo($LC7)

	move	$2,$0
	lw	$31,28($sp)
	lw	$16,24($sp)
	jr	$31
	addiu	$sp,$sp,32

$L36:
	b	$L34
	li	$5,-1			# 0xffffffffffffffff

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.hidden	hidden
	.globl	hidden
	.data
	.align	2
	.type	hidden, @object
	.size	hidden, 4
hidden:
	.word	12
	.weak	missing_variable
	.weak	optional
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
