	.file	1 "bitfields.c"
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

	bltz	$17,$L19
	lw	$28,16($sp)

	lw	$25,%got(put_unsigned)($28)
	li	$5,10			# 0xa
	addiu	$25,$25,%lo(put_unsigned)
	.reloc	1f,R_MIPS_JALR,put_unsigned
1:	jalr	$25
	move	$4,$17

	lw	$28,16($sp)
$L17:
	lw	$4,%got($LC2)($28)
	move	$25,$16
	lw	$31,36($sp)
	lw	$17,32($sp)
	lw	$16,28($sp)
	addiu	$4,$4,%lo($LC2)
	.reloc	1f,R_MIPS_JALR,put
1:	jr	$25
	addiu	$sp,$sp,40

$L19:
	lw	$4,%got($LC1)($28)
	move	$25,$16
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$4,%lo($LC1)

	li	$5,10			# 0xa
	lw	$28,16($sp)
	lw	$25,%got(put_unsigned)($28)
	addiu	$25,$25,%lo(put_unsigned)
	.reloc	1f,R_MIPS_JALR,put_unsigned
1:	jalr	$25
	subu	$4,$0,$17

	b	$L17
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
	beq	$6,$0,$L27
	move	$2,$4

	addu	$6,$4,$6
	move	$3,$4
$L22:
	lbu	$7,0($5)
	addiu	$3,$3,1
	addiu	$5,$5,1
	bne	$3,$6,$L22
	sb	$7,-1($3)

$L27:
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
	beq	$6,$0,$L34
	move	$2,$4

	addu	$6,$4,$6
	andi	$5,$5,0x00ff
	move	$3,$4
$L30:
	addiu	$3,$3,1
	bne	$3,$6,$L30
	sb	$5,-1($3)

$L34:
	jr	$31
	nop

	.set	macro
	.set	reorder
	.end	memset
	.size	memset, .-memset
	.section	.rodata.str1.4
	.align	2
$LC3:
	.ascii	"a\000"
	.align	2
$LC4:
	.ascii	"b\000"
	.align	2
$LC5:
	.ascii	"c\000"
	.align	2
$LC6:
	.ascii	"d\000"
	.align	2
$LC7:
	.ascii	"word\000"
	.align	2
$LC8:
	.ascii	"=0x\000"
	.align	2
$LC9:
	.ascii	"half\000"
	.align	2
$LC10:
	.ascii	"size\000"
	.section	.text.startup,"ax",@progbits
	.align	2
	.globl	main
	.set	nomips16
	.set	nomicromips
	.ent	main
	.type	main, @function
main:
	.frame	$sp,56,$31		# vars= 0, regs= 7/0, args= 16, gp= 8
	.mask	0x803f0000,-4
	.fmask	0x00000000,0
	.set	noreorder
	.cpload	$25
	.set	nomacro
	addiu	$sp,$sp,-56
	lw	$4,%got($LC3)($28)
	sw	$16,28($sp)
	addiu	$4,$4,%lo($LC3)
	lw	$16,%got(f)($28)
	sw	$17,32($sp)
	lw	$17,%got(line_int)($28)
	sw	$31,52($sp)
	lw	$2,%lo(f)($16)
	lw	$3,%lo(f)($16)
	addiu	$17,$17,%lo(line_int)
	sw	$21,48($sp)
	srl	$2,$2,29
	sw	$20,44($sp)
	sw	$19,40($sp)
	move	$25,$17
	addiu	$2,$2,6
	sw	$18,36($sp)
	.cprestore	16
	ins	$3,$2,29,3
	lw	$19,%got($LC8)($28)
	lw	$18,%got($LC2)($28)
	sw	$3,%lo(f)($16)
	lw	$2,%lo(f)($16)
	lw	$3,%lo(f)($16)
	sll	$2,$2,3
	sra	$2,$2,27
	addiu	$2,$2,-10
	sll	$2,$2,27
	sra	$2,$2,27
	ins	$3,$2,24,5
	sw	$3,%lo(f)($16)
	lw	$2,%lo(f)($16)
	lw	$3,%lo(f)($16)
	ext	$2,$2,14,10
	xori	$2,$2,0x155
	ins	$3,$2,14,10
	sw	$3,%lo(f)($16)
	lw	$2,%lo(f)($16)
	lw	$3,%lo(f)($16)
	addiu	$2,$2,1
	ins	$3,$2,0,12
	sw	$3,%lo(f)($16)
	lw	$5,%lo(f)($16)
	.reloc	1f,R_MIPS_JALR,line_int
1:	jalr	$25
	srl	$5,$5,29

	move	$25,$17
	lw	$28,16($sp)
	lw	$5,%lo(f)($16)
	lw	$4,%got($LC4)($28)
	sll	$5,$5,3
	sra	$5,$5,27
	.reloc	1f,R_MIPS_JALR,line_int
1:	jalr	$25
	addiu	$4,$4,%lo($LC4)

	move	$25,$17
	lw	$28,16($sp)
	lw	$5,%lo(f)($16)
	lw	$4,%got($LC5)($28)
	ext	$5,$5,14,10
	.reloc	1f,R_MIPS_JALR,line_int
1:	jalr	$25
	addiu	$4,$4,%lo($LC5)

	move	$25,$17
	lw	$28,16($sp)
	lw	$5,%lo(f)($16)
	lw	$4,%got($LC6)($28)
	andi	$5,$5,0xfff
	.reloc	1f,R_MIPS_JALR,line_int
1:	jalr	$25
	addiu	$4,$4,%lo($LC6)

	li	$5,16842752			# 0x1010000
	lw	$28,16($sp)
	addiu	$5,$5,257
	lw	$2,%got(p)($28)
	lw	$20,%got(put)($28)
	lw	$4,%got($LC7)($28)
	addiu	$6,$2,%lo(p+1)
	lwl	$16,%lo(p+1)($2)
	addiu	$3,$2,%lo(p)
	addiu	$20,$20,%lo(put)
	addiu	$4,$4,%lo($LC7)
	move	$25,$20
	lwr	$16,3($6)
	addu	$16,$16,$5
	swl	$16,%lo(p+1)($2)
	swr	$16,3($6)
	lw	$2,4($3)
	ext	$2,$2,8,16
	nor	$2,$0,$2
	ext	$5,$2,8,8
	sb	$2,6($3)
	andi	$21,$2,0xffff
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	sb	$5,5($3)

	move	$25,$20
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$19,%lo($LC8)

	move	$4,$16
	lw	$28,16($sp)
	lw	$16,%got(put_unsigned)($28)
	addiu	$16,$16,%lo(put_unsigned)
	move	$25,$16
	.reloc	1f,R_MIPS_JALR,put_unsigned
1:	jalr	$25
	li	$5,16			# 0x10

	move	$25,$20
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$18,%lo($LC2)

	move	$25,$20
	lw	$28,16($sp)
	lw	$4,%got($LC9)($28)
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$4,%lo($LC9)

	move	$25,$20
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$19,%lo($LC8)

	li	$5,16			# 0x10
	move	$25,$16
	.reloc	1f,R_MIPS_JALR,put_unsigned
1:	jalr	$25
	move	$4,$21

	move	$25,$20
	.reloc	1f,R_MIPS_JALR,put
1:	jalr	$25
	addiu	$4,$18,%lo($LC2)

	li	$5,7			# 0x7
	lw	$28,16($sp)
	move	$25,$17
	lw	$4,%got($LC10)($28)
	.reloc	1f,R_MIPS_JALR,line_int
1:	jalr	$25
	addiu	$4,$4,%lo($LC10)

	li	$2,4			# 0x4
	lw	$31,52($sp)
	lw	$21,48($sp)
	lw	$20,44($sp)
	lw	$19,40($sp)
	lw	$18,36($sp)
	lw	$17,32($sp)
	lw	$16,28($sp)
	jr	$31
	addiu	$sp,$sp,56

	.set	macro
	.set	reorder
	.end	main
	.size	main, .-main
	.data
	.align	2
	.type	p, @object
	.size	p, 7
p:
	.byte	1
	.4byte	305419896
	.2byte	-21555
	.align	2
	.type	f, @object
	.size	f, 4
f:
	.byte	189
	.byte	175
	.byte	15
	.byte	160
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
