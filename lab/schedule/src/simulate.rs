//! The schedule of a call's steps on some threads.
//!
//! It is greedy: an idle thread takes another's oldest task. As in rayon, a thread goes on with the first half of what it divides,
//! then with the task it put aside last. Whoever ends the second of two halves goes on with what follows them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use rayon::Step;

/// The nanoseconds to get another thread's task, and the memory in its cache.
const TAKEN: f64 = 3000.0;

/// What comes next, by its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Next {
    Work(usize),
    Fork(usize),
    /// The end of one of two halves.
    Half(usize),
    End,
}

#[derive(Default)]
struct Plan {
    work: Vec<(f64, Next)>,
    forks: Vec<(Next, Next)>,
    /// How many halves are still to end, and what follows them.
    halves: Vec<(u8, Next)>,
}

impl Plan {
    /// What comes first, if something follows the steps.
    fn of(&mut self, steps: &[Step], mut next: Next) -> Next {
        for step in steps.iter().rev() {
            next = match step {
                Step::Work(time) => {
                    self.work.push((*time, next));
                    Next::Work(self.work.len() - 1)
                }
                Step::Join(first, second) => {
                    self.halves.push((2, next));
                    let half = Next::Half(self.halves.len() - 1);
                    let fork = (self.of(first, half), self.of(second, half));
                    self.forks.push(fork);
                    Next::Fork(self.forks.len() - 1)
                }
            };
        }
        next
    }
}

/// The total work in nanoseconds.
pub fn work(steps: &[Step]) -> f64 {
    total(steps, |first, second| first + second)
}

/// The longest path through the steps: their time on unlimited threads without overhead.
pub fn span(steps: &[Step]) -> f64 {
    total(steps, f64::max)
}

fn total(steps: &[Step], join: fn(f64, f64) -> f64) -> f64 {
    let each = steps.iter().map(|step| match step {
        Step::Work(time) => *time,
        Step::Join(first, second) => join(total(first, join), total(second, join)),
    });
    each.sum()
}

/// The time of the steps on this many threads.
pub fn time(steps: &[Step], threads: usize) -> f64 {
    let mut plan = Plan::default();
    let first = plan.of(steps, Next::End);
    let mut aside: Vec<VecDeque<Next>> = vec![VecDeque::new(); threads];
    let mut idle: Vec<usize> = (1..threads).collect();
    // When each working thread ends its step: picoseconds, because integers are ordered.
    let mut running = BinaryHeap::new();
    let mut ready = vec![(0, first, 0.0)];
    let mut now = 0.0;
    loop {
        while let Some((thread, next, delay)) = ready.pop() {
            let next = match next {
                Next::Work(place) => {
                    let (time, next) = plan.work[place];
                    let end = ((now + delay + time) * 1e3) as u64;
                    running.push(Reverse((end, thread, next)));
                    continue;
                }
                Next::Fork(place) => {
                    let (first, second) = plan.forks[place];
                    aside[thread].push_back(second);
                    Some(first)
                }
                Next::Half(place) => {
                    let (left, next) = &mut plan.halves[place];
                    *left -= 1;
                    (*left == 0).then_some(*next)
                }
                Next::End => return now,
            };
            match next.or_else(|| aside[thread].pop_back()) {
                Some(next) => ready.push((thread, next, delay)),
                None => idle.push(thread),
            }
            // Takes each thread's oldest task, thread by thread.
            while let Some(other) = (0..threads)
                .map(|i| (thread + i) % threads)
                .find(|other| !aside[*other].is_empty() && !idle.is_empty())
            {
                let task = aside[other].pop_front().expect("it is not empty");
                ready.push((idle.pop().expect("one is idle"), task, TAKEN));
            }
        }
        let Some(Reverse((end, thread, next))) = running.pop() else {
            unreachable!("the steps end")
        };
        now = end as f64 / 1e3;
        ready.push((thread, next, 0.0));
    }
}
