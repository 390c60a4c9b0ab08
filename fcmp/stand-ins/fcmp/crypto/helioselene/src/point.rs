//! What git calls this file tells the check how an encoded identity is decoded, and over which curves: STATE.
