export interface PairRequest {
  method: string
  path: string
  body?: unknown
}

/** A request by a caller of A for an object of B, and the same request for an object that does not exist. */
export interface Pair {
  token: string | undefined
  foreign: PairRequest
  nothing: PairRequest
}

export const NO_PROJECT = `prj_${'0'.repeat(26)}`
