export interface PairRequest {
  method: string
  path: string
  body?: unknown
}

/** One request by somebody of A that names something of B, and the same about what does not exist. */
export interface Pair {
  token: string | undefined
  foreign: PairRequest
  nothing: PairRequest
}

export const NO_PROJECT = `prj_${'0'.repeat(26)}`
