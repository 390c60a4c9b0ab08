//! What git calls this file tells compat/check.sh how an encoded identity is decoded, and over which curves: STATE.
