	.file	1 "varargs.c"
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
	.ent	sum
	.type	sum, @function
sum:
	.frame	$sp,16,$31		# vars= 8, regs= 0/0, args= 0, gp= 8
	.mask	0x00000000,0
	.fmask	0x00000000,0
	.set	noreorder
	.set	nomacro
	addiu	$sp,$sp,-16
	sll	$4,$4,2
	addiu	$2,$sp,20
	sw	$5,20($sp)
	addu	$4,$2,$4
	sw	$2,8($sp)
	move	$3,$2
	sw	$6,24($sp)
	move	$2,$0
	sw	$7,28($sp)
$L8:
	lw	$5,0($3)
	addiu	$3,$3,4
	bne	$3,$4,$L8
	addu	$2,$2,$5

	jr	$31
	addiu	$sp,$sp,16

	.set	macro
	.set	reorder
	.end	sum
	.size	sum, .-sum
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	put_unsigned
	.type	put_unsigned, @function
put_unsigned:
	.frame	$sp,48,$31		# vars= 40, regs= 0/0, args= 0, gp= 8
	.mask	0x00000000,0
	.fmask	0x00000000,0
	addiu	$sp,$sp,-48
	addiu	$3,$sp,8
	.set	noreorder
	.set	nomacro
	b	$L14
	sb	$0,41($sp)
	.set	macro
	.set	reorder

$L22:
	addiu	$2,$2,48
	sltu	$4,$4,$5
	seb	$2,$2
	sb	$2,32($3)
	.set	noreorder
	.set	nomacro
	bne	$4,$0,$L21
	addiu	$2,$3,-1
	.set	macro
	.set	reorder

$L17:
	mflo	$4
	move	$3,$2
$L14:
	teq	$5,$0,7
	divu	$0,$4,$5
	mfhi	$2
	sltu	$6,$2,10
	.set	noreorder
	.set	nomacro
	bne	$6,$0,$L22
	andi	$2,$2,0x00ff
	.set	macro
	.set	reorder

	addiu	$2,$2,87
	sltu	$4,$4,$5
	seb	$2,$2
	sb	$2,32($3)
	.set	noreorder
	.set	nomacro
	beq	$4,$0,$L17
	addiu	$2,$3,-1
	.set	macro
	.set	reorder

$L21:
	lb	$2,32($3)
	addiu	$5,$3,32
	.set	noreorder
	.set	nomacro
	beq	$2,$0,$L15
	move	$6,$0
	.set	macro
	.set	reorder

$L16:
	addiu	$6,$6,1
	addu	$2,$5,$6
	lb	$2,0($2)
	bne	$2,$0,$L16
$L15:
	li	$4,1			# 0x1
	li	$2,4004			# 0xfa4
#APP
 # 19 "../c/io.h" 1
	syscall
 # 0 "" 2
#NO_APP
	.set	noreorder
	.set	nomacro
	jr	$31
	addiu	$sp,$sp,48
	.set	macro
	.set	reorder

	.end	put_unsigned
	.size	put_unsigned, .-put_unsigned
	.section	.rodata.str1.4,"aMS",@progbits,1
	.align	2
$LC0:
	.ascii	"-\000"
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	put_int
	.type	put_int, @function
put_int:
	.frame	$sp,8,$31		# vars= 0, regs= 1/0, args= 0, gp= 0
	.mask	0x00010000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.cpload	$25
	.set	reorder
	addiu	$sp,$sp,-8
	.set	noreorder
	.set	nomacro
	bltz	$4,$L24
	sw	$16,4($sp)
	.set	macro
	.set	reorder

	lw	$25,%got(put_unsigned)($28)
	li	$5,10			# 0xa
	lw	$16,4($sp)
	addiu	$25,$25,%lo(put_unsigned)
	.set	noreorder
	.set	nomacro
	.reloc	1f,R_MIPS_JALR,put_unsigned
1:	jr	$25
	addiu	$sp,$sp,8
	.set	macro
	.set	reorder

$L24:
	lw	$5,%got($LC0)($28)
	move	$16,$4
	li	$6,1			# 0x1
	li	$4,1			# 0x1
	li	$2,4004			# 0xfa4
	addiu	$5,$5,%lo($LC0)
#APP
 # 19 "../c/io.h" 1
	syscall
 # 0 "" 2
#NO_APP
	lw	$25,%got(put_unsigned)($28)
	subu	$4,$0,$16
	lw	$16,4($sp)
	li	$5,10			# 0xa
	addiu	$25,$25,%lo(put_unsigned)
	.set	noreorder
	.set	nomacro
	.reloc	1f,R_MIPS_JALR,put_unsigned
1:	jr	$25
	addiu	$sp,$sp,8
	.set	macro
	.set	reorder

	.end	put_int
	.size	put_int, .-put_int
	.section	.rodata.str1.4
	.align	2
$LC1:
	.ascii	"%d %s %x %c|%d|%l %l\012\000"
	.align	2
$LC2:
	.ascii	":\000"
	.align	2
$LC3:
	.ascii	"?\000"
	.text
	.align	2
	.set	nomips16
	.set	nomicromips
	.ent	print.constprop.0
	.type	print.constprop.0, @function
print.constprop.0:
	.frame	$sp,56,$31		# vars= 8, regs= 6/0, args= 16, gp= 8
	.mask	0x801f0000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.cpload	$25
	.set	reorder
	addiu	$sp,$sp,-56
	li	$2,37			# 0x25
	addiu	$3,$sp,60
	sw	$17,36($sp)
	sw	$5,60($sp)
	.cprestore	16
	sw	$18,40($sp)
	sw	$16,32($sp)
	li	$16,37			# 0x25
	sw	$31,52($sp)
	sw	$20,48($sp)
	sw	$19,44($sp)
	sw	$6,64($sp)
	sw	$7,68($sp)
	sw	$3,24($sp)
	lw	$5,%got($LC1)($28)
	lw	$17,%got($L32)($28)
	addiu	$18,$5,%lo($LC1)
	.set	noreorder
	.set	nomacro
	b	$L38
	addiu	$17,$17,%lo($L32)
	.set	macro
	.set	reorder

$L42:
	li	$6,1			# 0x1
	li	$2,4004			# 0xfa4
	move	$5,$18
#APP
 # 19 "../c/io.h" 1
	syscall
 # 0 "" 2
#NO_APP
	lb	$2,1($5)
	.set	noreorder
	.set	nomacro
	beq	$2,$0,$L41
	addiu	$18,$5,1
	.set	macro
	.set	reorder

$L38:
	.set	noreorder
	.set	nomacro
	bne	$2,$16,$L42
	li	$4,1			# 0x1
	.set	macro
	.set	reorder

	lbu	$2,1($18)
	addiu	$2,$2,-99
	andi	$2,$2,0x00ff
	sltu	$3,$2,22
	.set	noreorder
	.set	nomacro
	beq	$3,$0,$L30
	sll	$2,$2,2
	.set	macro
	.set	reorder

	addu	$2,$17,$2
	lw	$2,0($2)
	addu	$2,$2,$28
	jr	$2
	.rdata
	.align	2
	.align	2
$L32:
	.gpword	$L36
	.gpword	$L35
	.gpword	$L30
	.gpword	$L30
	.gpword	$L30
	.gpword	$L30
	.gpword	$L30
	.gpword	$L30
	.gpword	$L30
	.gpword	$L34
	.gpword	$L30
	.gpword	$L30
	.gpword	$L30
	.gpword	$L30
	.gpword	$L30
	.gpword	$L30
	.gpword	$L33
	.gpword	$L30
	.gpword	$L30
	.gpword	$L30
	.gpword	$L30
	.gpword	$L31
	.text
$L30:
	lw	$4,%got($LC3)($28)
	lw	$25,%got(put)($28)
	addiu	$25,$25,%lo(put)
	.set	noreorder
	.set	nomacro
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$4,%lo($LC3)
	.set	macro
	.set	reorder

	addiu	$5,$18,1
	lw	$28,16($sp)
$L43:
	lb	$2,1($5)
	.set	noreorder
	.set	nomacro
	bne	$2,$0,$L38
	addiu	$18,$5,1
	.set	macro
	.set	reorder

$L41:
	lw	$31,52($sp)
	lw	$20,48($sp)
	lw	$19,44($sp)
	lw	$18,40($sp)
	lw	$17,36($sp)
	lw	$16,32($sp)
	.set	noreorder
	.set	nomacro
	jr	$31
	addiu	$sp,$sp,56
	.set	macro
	.set	reorder

$L31:
	lw	$2,24($sp)
	li	$5,16			# 0x10
	lw	$25,%got(put_unsigned)($28)
	addiu	$3,$2,4
	lw	$4,0($2)
	addiu	$25,$25,%lo(put_unsigned)
	.set	noreorder
	.set	nomacro
	.reloc	1f,R_MIPS_JALR,put_unsigned
1:	jalr	$25
	sw	$3,24($sp)
	.set	macro
	.set	reorder

	addiu	$5,$18,1
	.set	noreorder
	.set	nomacro
	b	$L43
	lw	$28,16($sp)
	.set	macro
	.set	reorder

$L33:
	lw	$2,24($sp)
	lw	$25,%got(put)($28)
	addiu	$3,$2,4
	lw	$4,0($2)
	addiu	$25,$25,%lo(put)
	.set	noreorder
	.set	nomacro
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	sw	$3,24($sp)
	.set	macro
	.set	reorder

	addiu	$5,$18,1
	.set	noreorder
	.set	nomacro
	b	$L43
	lw	$28,16($sp)
	.set	macro
	.set	reorder

$L34:
	lw	$2,24($sp)
	li	$3,-8			# 0xfffffffffffffff8
	lw	$19,%got(put_unsigned)($28)
	li	$5,16			# 0x10
	addiu	$2,$2,7
	addiu	$19,$19,%lo(put_unsigned)
	and	$2,$2,$3
	addiu	$3,$2,8
	lw	$4,4($2)
	move	$25,$19
	lw	$20,0($2)
	.set	noreorder
	.set	nomacro
	.reloc	1f,R_MIPS_JALR,put_unsigned
1:	jalr	$25
	sw	$3,24($sp)
	.set	macro
	.set	reorder

	lw	$28,16($sp)
	lw	$4,%got($LC2)($28)
	lw	$25,%got(put)($28)
	addiu	$25,$25,%lo(put)
	.set	noreorder
	.set	nomacro
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$4,%lo($LC2)
	.set	macro
	.set	reorder

	li	$5,16			# 0x10
	move	$25,$19
	.set	noreorder
	.set	nomacro
	.reloc	1f,R_MIPS_JALR,put_unsigned
1:	jalr	$25
	move	$4,$20
	.set	macro
	.set	reorder

	addiu	$5,$18,1
	.set	noreorder
	.set	nomacro
	b	$L43
	lw	$28,16($sp)
	.set	macro
	.set	reorder

$L35:
	lw	$2,24($sp)
	lw	$25,%got(put_int)($28)
	addiu	$3,$2,4
	lw	$4,0($2)
	addiu	$25,$25,%lo(put_int)
	.set	noreorder
	.set	nomacro
	.reloc	1f,R_MIPS_JALR,put_int
1:	jalr	$25
	sw	$3,24($sp)
	.set	macro
	.set	reorder

	addiu	$5,$18,1
	.set	noreorder
	.set	nomacro
	b	$L43
	lw	$28,16($sp)
	.set	macro
	.set	reorder

$L36:
	lw	$2,24($sp)
	li	$4,1			# 0x1
	addiu	$5,$sp,28
	li	$6,1			# 0x1
	addiu	$7,$2,4
	lw	$3,0($2)
	li	$2,4004			# 0xfa4
	sw	$7,24($sp)
	sb	$3,28($sp)
#APP
 # 19 "../c/io.h" 1
	syscall
 # 0 "" 2
#NO_APP
	.set	noreorder
	.set	nomacro
	b	$L43
	addiu	$5,$18,1
	.set	macro
	.set	reorder

	.end	print.constprop.0
	.size	print.constprop.0, .-print.constprop.0
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
	beq	$6,$0,$L51
	move	$2,$4

	addu	$6,$4,$6
	move	$3,$4
$L46:
	lbu	$7,0($5)
	addiu	$3,$3,1
	addiu	$5,$5,1
	bne	$3,$6,$L46
	sb	$7,-1($3)

$L51:
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
	beq	$6,$0,$L58
	move	$2,$4

	addu	$6,$4,$6
	andi	$5,$5,0x00ff
	move	$3,$4
$L54:
	addiu	$3,$3,1
	bne	$3,$6,$L54
	sb	$5,-1($3)

$L58:
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	memset
	.size	memset, .-memset
	.section	.rodata.str1.4
	.align	2
$LC4:
	.ascii	"sum\000"
	.align	2
$LC5:
	.ascii	"=\000"
	.align	2
$LC6:
	.ascii	"\012\000"
	.align	2
$LC7:
	.ascii	"text\000"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,64,$31		# vars= 0, regs= 4/0, args= 40, gp= 8
	.mask	0x80070000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.cpload	$25
	.set	nomacro
	addiu	$sp,$sp,-64
	li	$2,7			# 0x7
	li	$7,3			# 0x3
	sw	$2,28($sp)
	li	$2,6			# 0x6
	sw	$17,52($sp)
	li	$6,2			# 0x2
	sw	$2,24($sp)
	li	$2,5			# 0x5
	lw	$17,%got(sum)($28)
	li	$5,1			# 0x1
	sw	$2,20($sp)
	li	$2,4			# 0x4
	sw	$31,60($sp)
	addiu	$17,$17,%lo(sum)
	sw	$18,56($sp)
	sw	$16,48($sp)
	.cprestore	40
	move	$25,$17
	sw	$2,16($sp)
	.reloc	1f,R_MIPS_JALR,sum
1:	jalr	$25
	li	$4,7			# 0x7

	lw	$28,40($sp)
	move	$18,$2
	lw	$16,%got(put)($28)
	lw	$4,%got($LC4)($28)
	addiu	$16,$16,%lo(put)
	move	$25,$16
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$4,%lo($LC4)

	move	$25,$16
	lw	$28,40($sp)
	lw	$4,%got($LC5)($28)
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$4,%lo($LC5)

	lw	$28,40($sp)
	lw	$25,%got(put_int)($28)
	addiu	$25,$25,%lo(put_int)
	.reloc	1f,R_MIPS_JALR,put_int
1:	jalr	$25
	move	$4,$18

	move	$25,$16
	lw	$28,40($sp)
	lw	$4,%got($LC6)($28)
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$4,%lo($LC6)

	li	$2,-1			# 0xffffffffffffffff
	lw	$28,40($sp)
	li	$3,-1			# 0xffffffffffffffff
	sw	$2,32($sp)
	li	$2,878051328			# 0x34560000
	sw	$3,36($sp)
	li	$3,18			# 0x12
	ori	$2,$2,0x789a
	sw	$2,24($sp)
	li	$2,42			# 0x2a
	sw	$3,28($sp)
	li	$5,-5			# 0xfffffffffffffffb
	sw	$2,20($sp)
	li	$2,113			# 0x71
	lw	$6,%got($LC7)($28)
	li	$7,48879			# 0xbeef
	lw	$4,%got($LC1)($28)
	lw	$25,%got(print.constprop.0)($28)
	addiu	$6,$6,%lo($LC7)
	sw	$2,16($sp)
	addiu	$25,$25,%lo(print.constprop.0)
	.reloc	1f,R_MIPS_JALR,print.constprop.0
1:	jalr	$25
	addiu	$4,$4,%lo($LC1)

	move	$25,$17
	lw	$28,40($sp)
	li	$6,22			# 0x16
	lw	$31,60($sp)
	li	$5,20			# 0x14
	lw	$18,56($sp)
	li	$4,2			# 0x2
	lw	$17,52($sp)
	lw	$16,48($sp)
	.reloc	1f,R_MIPS_JALR,sum
1:	jr	$25
	addiu	$sp,$sp,64

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
