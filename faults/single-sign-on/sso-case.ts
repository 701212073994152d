import type { Spoil } from './hostile-provider.ts'
import type { Ending, SsoSetup } from './sso-setup.ts'

export interface SsoCase {
  name: string
  /** The sentence of a standard, or the requirement of ours, that refuses it. */
  standard: string
  guard: string
  /** True if the attacker is signed in, or gets what they want otherwise. */
  attempt(setup: SsoSetup): Promise<{ succeeded: boolean; detail: string }>
}

export const endedWell = ({ token, detail }: Ending) => ({ succeeded: token !== undefined, detail })

interface Spoiled {
  guard: string
  name: string
  standard: string
  spoil: Spoil
}

/** A sign-in in which the provider misbehaves, or an attacker between it and the product. */
export const spoiled = ({ spoil, ...named }: Spoiled): SsoCase => ({
  ...named,
  attempt: async (setup) => endedWell(await setup.signIn(spoil)),
})
