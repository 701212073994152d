import type { Person } from '../../testing/people.ts'

/** A prepared call of a signed-in person. */
export interface PreparedCall {
  person: Person
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
}

export interface ProofCase {
  name: string
  /** The endpoint that the call reaches. */
  endpoint: string
  /** The status with a recent proof. */
  status: number
  prepare: () => Promise<PreparedCall>
}
