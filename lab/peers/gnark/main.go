// BN254 of gnark-crypto, for the peers program beside it: that times many libraries in turns, and this process waits
// for its turns.
//
// The arguments are sizes of sums. When its results are right, the program says "ready" and gnark-crypto's version.
// Then a line such as "mul 1000" asks it to multiply a thousand times, and the answer is the nanoseconds that took.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"
)

func main() {
	if err := serve(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gnark-crypto:", err)
		os.Exit(1)
	}
}

func serve(arguments []string) error {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(-1)
	var sizes []int
	for _, argument := range arguments {
		size, err := strconv.Atoi(argument)
		if err != nil || size < 1 {
			return fmt.Errorf("%q is no size", argument)
		}
		sizes = append(sizes, size)
	}
	operands := draw(sizes)
	if err := operands.check(); err != nil {
		return err
	}
	operations := operands.operations()
	collect(0)
	fmt.Println("ready", version())

	orders := bufio.NewScanner(os.Stdin)
	for orders.Scan() {
		var name string
		var iterations int
		if _, err := fmt.Sscan(orders.Text(), &name, &iterations); err != nil {
			return fmt.Errorf("%q is no order", orders.Text())
		}
		run, known := operations[name]
		if !known {
			return fmt.Errorf("no operation %s", name)
		}
		start := time.Now()
		run(iterations)
		duration := time.Since(start)
		// Before the answer, as the others' samples follow it.
		collect(16 << 20)
		fmt.Println(duration.Nanoseconds())
	}
	return orders.Err()
}

// Collects garbage if the heap has grown by so much. Nothing else does.
func collect(bytes uint64) {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	if memory.HeapAlloc-live >= bytes {
		runtime.GC()
		runtime.ReadMemStats(&memory)
		live = memory.HeapAlloc
	}
}

// The heap after the last collection.
var live uint64

// The version of gnark-crypto that go.mod names.
func version() string {
	if build, known := debug.ReadBuildInfo(); known {
		for _, module := range build.Deps {
			if module.Path == "github.com/consensys/gnark-crypto" {
				return module.Version
			}
		}
	}
	return "unknown"
}
