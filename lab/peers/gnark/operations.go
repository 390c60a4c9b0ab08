package main

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/consensys/gnark-crypto/ecc"
	"github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fp"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
)

// Random operands that are taken in turn.
const inputs = 64

// One thread for sums.
var alone = ecc.MultiExpConfig{NbTasks: 1}

type operands struct {
	base, squares [inputs]fp.Element
	scalar        [inputs]fr.Element
	// With Z ≠ 1, and the same affine.
	points [inputs]bn254.G1Jac
	affine []bn254.G1Affine
	// Two for each point.
	a, b [inputs]big.Int
	// Of sums; the logarithms are what the generator was multiplied by for the terms.
	sizes      []int
	terms      []bn254.G1Affine
	logarithms []fr.Element
	scalars    []fr.Element
}

// Random operands, the same in each run.
func draw(sizes []int) *operands {
	random := rand.NewChaCha8([32]byte{1})
	// So long that no residue is likelier than others.
	bytes := func() []byte {
		var bytes [48]byte
		random.Read(bytes[:])
		return bytes[:]
	}
	some := func(count int) []fr.Element {
		elements := make([]fr.Element, count)
		for i := range elements {
			elements[i].SetBytes(bytes())
		}
		return elements
	}
	o := &operands{sizes: sizes}
	copy(o.scalar[:], some(inputs))
	logarithms, as, bs := some(inputs), some(inputs), some(inputs)
	for i := range inputs {
		o.base[i].SetBytes(bytes())
		o.squares[i].Square(&o.base[i])
		o.points[i].ScalarMultiplicationBase(logarithms[i].BigInt(new(big.Int)))
		as[i].BigInt(&o.a[i])
		bs[i].BigInt(&o.b[i])
	}
	o.affine = bn254.BatchJacobianToAffineG1(o.points[:])
	if len(sizes) > 0 {
		terms := slices.Max(sizes)
		_, _, generator, _ := bn254.Generators()
		o.logarithms, o.scalars = some(terms), some(terms)
		o.terms = bn254.BatchScalarMultiplicationG1(&generator, o.logarithms)
	}
	return o
}

// The sum of the first terms.
func (o *operands) sum(size int) *bn254.G1Jac {
	sum, err := new(bn254.G1Jac).MultiExp(o.terms[:size], o.scalars[:size], alone)
	if err != nil {
		panic(err)
	}
	return sum
}

// The operations by their names: each does as many as it is told, on operands that do not depend on each other. Products
// and squares are in loops of their own, for either field, because one more call (of a function value, or by a type
// parameter) would be noticed in their time.
func (o *operands) operations() map[string]func(int) {
	operations := map[string]func(int){
		"mul": func(n int) {
			var z fp.Element
			for i := range n {
				z.Mul(&o.base[i%inputs], &o.base[(i+1)%inputs])
			}
		},
		"square": func(n int) {
			var z fp.Element
			for i := range n {
				z.Square(&o.base[i%inputs])
			}
		},
		"scalar.mul": func(n int) {
			var z fr.Element
			for i := range n {
				z.Mul(&o.scalar[i%inputs], &o.scalar[(i+1)%inputs])
			}
		},
		"scalar.square": func(n int) {
			var z fr.Element
			for i := range n {
				z.Square(&o.scalar[i%inputs])
			}
		},
		"inverse":        inTurn(func(i int) { new(fp.Element).Inverse(&o.base[i]) }),
		"scalar.inverse": inTurn(func(i int) { new(fr.Element).Inverse(&o.scalar[i]) }),
		"root":           inTurn(func(i int) { new(fp.Element).Sqrt(&o.squares[i]) }),
		"add":            inTurn(func(i int) { o.added(i) }),
		"double":         inTurn(func(i int) { new(bn254.G1Jac).Double(&o.points[i]) }),
		"product":        inTurn(func(i int) { o.product(i) }),
		"joint":          inTurn(func(i int) { o.joint(i) }),
	}
	for _, size := range o.sizes {
		operations[fmt.Sprint("sum.", size)] = func(n int) {
			for range n {
				o.sum(size)
			}
		}
	}
	return operations
}

// A point and its neighbour.
func (o *operands) added(i int) bn254.G1Jac {
	sum := o.points[i]
	sum.AddAssign(&o.points[(i+1)%inputs])
	return sum
}

// a·P.
func (o *operands) product(i int) bn254.G1Jac {
	var product bn254.G1Jac
	product.ScalarMultiplication(&o.points[i], &o.a[i])
	return product
}

// a·P + b·G.
func (o *operands) joint(i int) bn254.G1Jac {
	var sum bn254.G1Jac
	sum.JointScalarMultiplicationBase(&o.affine[i], &o.b[i], &o.a[i])
	return sum
}

// The operation on one input after another; a sample goes on where the one before it stopped.
func inTurn(operation func(int)) func(int) {
	next := 0
	return func(n int) {
		for range n {
			operation(next)
			next = (next + 1) % inputs
		}
	}
}
