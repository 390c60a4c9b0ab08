package main

import (
	"fmt"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
)

// Checks what is timed, on the operands that it is timed on, by Go's big integers.
func (o *operands) check() error {
	for i := range inputs {
		var product, square, inverse, root fp.Element
		a, b, s := &o.base[i], &o.base[(i+1)%inputs], &o.squares[i]
		if !isProduct(product.Mul(a, b), a, b, fp.Modulus()) {
			return wrong("mul", i)
		}
		if !isProduct(square.Square(a), a, a, fp.Modulus()) {
			return wrong("square", i)
		}
		if !isProduct(new(fp.Element).SetOne(), inverse.Inverse(a), a, fp.Modulus()) {
			return wrong("inverse", i)
		}
		if root.Sqrt(s) == nil || !isProduct(s, &root, &root, fp.Modulus()) {
			return wrong("root", i)
		}
	}
	for i := range inputs {
		var product, square, inverse fr.Element
		a, b := &o.scalar[i], &o.scalar[(i+1)%inputs]
		if !isProduct(product.Mul(a, b), a, b, fr.Modulus()) {
			return wrong("scalar.mul", i)
		}
		if !isProduct(square.Square(a), a, a, fr.Modulus()) {
			return wrong("scalar.square", i)
		}
		if !isProduct(new(fr.Element).SetOne(), inverse.Inverse(a), a, fr.Modulus()) {
			return wrong("scalar.inverse", i)
		}
	}

	_, _, g, _ := bn254.Generators()
	generator := pointOf(&g)
	for i := range inputs {
		p, q := pointOf(&o.affine[i]), pointOf(&o.affine[(i+1)%inputs])
		aP, bG := p.times(&o.a[i]), generator.times(&o.b[i])
		var doubled bn254.G1Jac
		doubled.Double(&o.points[i])
		switch {
		case !p.plus(q).is(o.added(i)):
			return wrong("add", i)
		case !p.plus(p).is(doubled):
			return wrong("double", i)
		case !aP.is(o.product(i)):
			return wrong("product", i)
		case !aP.plus(bG).is(o.joint(i)):
			return wrong("joint", i)
		}
	}

	// As the terms are the generator times known numbers, their sum is the generator times one.
	for _, size := range o.sizes {
		total := new(big.Int)
		for i := range size {
			product := o.logarithms[i].BigInt(new(big.Int))
			product.Mul(product, o.scalars[i].BigInt(new(big.Int)))
			total.Add(total, product)
		}
		total.Mod(total, fr.Modulus())
		if !generator.times(total).is(*o.sum(size)) {
			return wrong("sum", size)
		}
	}
	return nil
}

func wrong(operation string, i int) error {
	return fmt.Errorf("WRONG RESULT: %s, %d", operation, i)
}

// Either field's elements.
type element interface {
	BigInt(*big.Int) *big.Int
}

// Whether c = a·b.
func isProduct(c, a, b element, modulus *big.Int) bool {
	product := a.BigInt(new(big.Int))
	product.Mul(product, b.BigInt(new(big.Int)))
	return product.Mod(product, modulus).Cmp(c.BigInt(new(big.Int))) == 0
}

// An affine point of y² = x³ + 3, or the identity, which has no x.
type point struct {
	x, y *big.Int
}

func pointOf(p *bn254.G1Affine) point {
	return point{p.X.BigInt(new(big.Int)), p.Y.BigInt(new(big.Int))}
}

// Whether gnark-crypto's is the same.
func (p point) is(q bn254.G1Jac) bool {
	var affine bn254.G1Affine
	affine.FromJacobian(&q)
	if p.x == nil {
		return affine.IsInfinity()
	}
	other := pointOf(&affine)
	return p.x.Cmp(other.x) == 0 && p.y.Cmp(other.y) == 0
}

// By the chord or the tangent.
func (p point) plus(q point) point {
	if p.x == nil {
		return q
	}
	if q.x == nil {
		return p
	}
	modulus := fp.Modulus()
	rise, run := new(big.Int), new(big.Int)
	if p.x.Cmp(q.x) != 0 {
		rise.Sub(q.y, p.y)
		run.Sub(q.x, p.x)
	} else if p.y.Cmp(q.y) == 0 {
		rise.Mul(p.x, p.x)
		rise.Mul(rise, big.NewInt(3))
		run.Lsh(p.y, 1)
	} else {
		return point{}
	}
	run.ModInverse(run.Mod(run, modulus), modulus)
	slope := rise.Mul(rise, run)
	x := new(big.Int).Mul(slope, slope)
	x.Sub(x, p.x).Sub(x, q.x).Mod(x, modulus)
	y := new(big.Int).Sub(p.x, x)
	y.Mul(y, slope).Sub(y, p.y).Mod(y, modulus)
	return point{x, y}
}

// Bit by bit.
func (p point) times(scalar *big.Int) point {
	var product point
	for i := scalar.BitLen() - 1; i >= 0; i-- {
		product = product.plus(product)
		if scalar.Bit(i) == 1 {
			product = product.plus(p)
		}
	}
	return product
}
