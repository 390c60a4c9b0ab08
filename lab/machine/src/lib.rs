//! Machine code as a judge of constant time.
//!
//! An x86-64 interpreter that does not know the secret bits executes this program's own functions. It can go on only while no
//! jump, address or operand of a division depends on a secret; so when a function returns, the path and the addresses are the
//! same for all secrets. It executes the compiler's output for any CPU: CPUID tells the program which one it runs on.
//!
//! Results of known bits are computed where they matter to jumps and addresses, and count as unknown elsewhere.

#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

mod cpu;
mod integers;
mod library;
mod machine;
mod memory;
mod origin;
mod program;
mod registers;
mod remains;
mod straight;
mod trap;
mod value;
mod vectors;

use std::hint::black_box;
use std::mem::needs_drop;

use helioselene_judge::Judge;

pub use self::cpu::Cpu;
use self::machine::Machine;
use self::remains::Remains;
pub use self::straight::{Kinds, Vectors};
pub use self::trap::Leak;
use self::trap::Trap;

/// The interpreter's findings.
pub struct Report {
    machine: Machine,
    right: Vec<String>,
    wrong: Vec<String>,
    remains: Vec<Remains>,
}

/// The function that is interpreted.
extern "C" fn entry<I, R, F: Fn(&I) -> R>(run: &F, secrets: &I, result: &mut Option<R>) {
    *result = Some(run(secrets));
}

impl Report {
    /// Makes an interpreter for a CPU. Nothing in this program may have asked about the real CPU before, or it would not ask
    /// again.
    ///
    /// # Panics
    ///
    /// If the program has no symbols.
    pub fn new(cpu: Cpu) -> Self {
        Self {
            machine: Machine::new(cpu),
            right: Vec::new(),
            wrong: Vec::new(),
            remains: Vec::new(),
        }
    }

    /// Executes a function for its effect on the program's variables.
    ///
    /// # Panics
    ///
    /// If it does not return.
    pub fn prepare(&mut self, run: impl Fn()) {
        self.interpret(&(), false, &|()| run(), &mut None)
            .unwrap_or_else(|trap| panic!("{trap:?}"));
        self.machine.memory.keep_variables();
    }

    fn interpret<I, R, F: Fn(&I) -> R>(
        &mut self,
        input: &I,
        secret: bool,
        run: &F,
        result: &mut Option<R>,
    ) -> Result<(), Trap> {
        let function: extern "C" fn(&F, &I, &mut Option<R>) = entry;
        let machine = &mut self.machine;
        machine.memory.forget();
        // From here on what they point to is in memory.
        let (run, input, result) = black_box((run, input, result));
        let arguments = [
            (&raw const *run).addr() as u64,
            (&raw const *input).addr() as u64,
            (&raw const *result).addr() as u64,
        ];
        if secret {
            machine.memory.mark_input(arguments[1], size_of::<I>())?;
        }
        machine.call(function as usize as u64, arguments)
    }

    /// Checks a function without secrets, for which the interpreter must compute the processor's result.
    pub fn same_result<const N: usize>(&mut self, name: &str, run: impl Fn() -> [u8; N]) {
        let expected = run();
        let mut result = Some([0; N]);
        let place = result.as_ref().map_or(0, |bytes| bytes.as_ptr().addr());
        if let Err(trap) = self.interpret(&(), false, &|()| run(), &mut result) {
            return self.found(Err(format!("{name}: {trap:?}")));
        }
        let (mut bytes, mut secret) = ([0; N], [0; N]);
        let read = self
            .machine
            .memory
            .read(place as u64, &mut bytes, &mut secret);
        let wrong = || format!("{name}: {bytes:x?}, not {expected:x?}; unknown are {secret:x?}");
        let is_right = read.is_ok() && bytes == expected && secret == [0; N];
        self.found(match is_right {
            true => Ok(format!("({name} is right)")),
            false => Err(wrong()),
        });
    }

    /// Notes what is right, or what is wrong.
    fn found(&mut self, finding: Result<String, String>) {
        match finding {
            Ok(right) => self.right.push(right),
            Err(wrong) => self.wrong.push(wrong),
        }
    }

    /// Checks a function with one leak, which must be noticed.
    pub fn leaks<I: Copy, R>(&mut self, name: &str, leak: Leak, secrets: I, run: impl Fn(&I) -> R) {
        let finding = match self.interpret(&secrets, true, &run, &mut None) {
            Err(Trap::LeakAt(noticed, _)) if noticed == leak => Ok(format!("({name} leaks)")),
            result => Err(format!("{name}: {leak:?} is not noticed: {result:?}")),
        };
        self.found(finding);
    }

    /// Checks a function that leaves something of its secrets behind, which must be noticed.
    pub fn leaves<I: Copy, R>(&mut self, name: &str, secrets: I, run: impl Fn(&I) -> R) {
        let run = self.interpret(&secrets, true, &run, &mut None);
        let remains = Remains::of(name, &self.machine.memory, needs_drop::<R>());
        self.found(match run.map(|()| remains.fault(false)) {
            Ok(Some(_)) => Ok(format!("({name} is noticed)")),
            result => Err(format!("{name} is not noticed: {result:?}")),
        });
    }

    /// Whether a value in the program's memory has no secret bit.
    fn is_public<T>(&mut self, value: &T) -> bool {
        let address = (&raw const *value).addr() as u64;
        let [mut bytes, mut secret] = [(); 2].map(|()| vec![0; size_of::<T>()]);
        let read = self.machine.memory.read(address, &mut bytes, &mut secret);
        read.is_err() || secret.iter().all(|secret| *secret == 0)
    }

    /// Whether an instruction of this name was executed.
    pub fn executed(&self, name: &str) -> bool {
        let Machine {
            program, places, ..
        } = &self.machine;
        let mut instructions = places.keys().filter_map(|address| program.decode(*address));
        instructions.any(|i| format!("{:?}", i.mnemonic()).eq_ignore_ascii_case(name))
    }

    /// Prints what was checked, and writes a list of the functions beside the program.
    ///
    /// # Panics
    ///
    /// If a function is not as claimed.
    pub fn finish(self) {
        let Machine {
            cpu,
            program,
            places,
            steps,
            masked_loads,
            ..
        } = &self.machine;
        let coverage = program.coverage(places);
        println!("machine code on {cpu:?}: {}", self.right.join(", "));
        println!(
            "{steps} instructions executed, {} secret masks of public loads; of {} functions {}",
            masked_loads.len(),
            coverage.number,
            coverage.total,
        );
        let path = std::env::current_exe().expect("a program has a path");
        let write = |what: &str, text: String| {
            let path = path.with_extension(format!("{cpu:?}.{what}"));
            std::fs::write(path, text).expect("there is room beside the program");
        };
        write("functions", coverage.functions);
        println!("{}", remains::summary(&self.remains));
        write("remains", remains::list(&self.remains, &self.machine));
        assert!(self.wrong.is_empty(), "{:#?}", self.wrong);
    }
}

impl Judge for Report {
    fn constant_time<I: Copy, R>(&mut self, name: &str, secrets: I, run: impl Fn(&I) -> R) {
        let mut result = None;
        if let Err(trap) = self.interpret(&secrets, true, &run, &mut result) {
            return self.found(Err(format!("{name}: {trap:?}")));
        }
        let remains = Remains::of(name, &self.machine.memory, needs_drop::<R>());
        // Code optimised for size leaves more on the stack, which does not affect time: lab/weekly/machine_code.py.
        if let Some(fault) = remains.fault(std::env::var_os("ANY_STACK").is_some()) {
            self.wrong.push(fault);
        }
        self.remains.push(remains);
        if !needs_drop::<R>() && self.is_public(&result) {
            // Then the interpreter has lost track of the secrets.
            self.found(Err(format!("{name}: its result depends on no secret")));
        } else {
            self.found(Ok(name.to_owned()));
        }
    }

    fn variable_time<I: Copy, R>(&mut self, name: &str, secrets: I, run: impl Fn(&I) -> R) {
        let finding = match self.interpret(&secrets, true, &run, &mut None) {
            Err(Trap::LeakAt(..)) => Ok(format!("({name} leaks, as it may)")),
            Err(trap) => Err(format!("{name}: {trap:?}")),
            Ok(()) => Err(format!("{name}: its leaks are not noticed")),
        };
        self.found(finding);
    }
}
