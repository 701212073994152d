import type { AttackSetup } from './attack-setup.ts'
import type { Guard } from './guard.ts'

export interface Attempt {
  succeeded: boolean
  /** Short description of the response. */
  detail: string
}

/** One attack on the running product. */
export interface AttackCase {
  /** For example 'finding 9: an image upload stores more than maxFileSize'. */
  name: string
  /** The guard that stops the attack: with it switched off, the same attempt succeeds. */
  guard: string
  attempt(setup: AttackSetup): Promise<Attempt>
}

/** Guards of one area of the product, and the attacks they stop. */
export interface AttackArea {
  name: string
  guards: readonly Guard[]
  cases: readonly AttackCase[]
}
