pub use generalized_bulletproofs as proofs;
