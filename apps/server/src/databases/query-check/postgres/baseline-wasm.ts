import { setFlagsFromString } from 'node:v8'

// V8 would optimise PostgreSQL's grammar, one huge function, in the background, which takes 550 MB for 2 s and saves less
// than 0.1 ms of a parse. This module must be imported before the library is.
setFlagsFromString('--no-wasm-dynamic-tiering')
setFlagsFromString('--no-wasm-tier-up')
