import { lookUpTxt } from '../../foundation/egress/look-up-txt.ts'
import type { Env } from '../../foundation/settings/env.ts'

/** Names that no one can register: they are valid only inside a network or on one machine. */
const LOCAL = /(^|\.)(localhost|test|internal|home\.arpa)$/

export interface HostClaim {
  projectId: string
  host: string
  /** An admin of the organisation makes the claim. */
  isAdmin: boolean
}

/** The result of a check; the problem is empty if the host name is proved. */
export interface HostProof {
  proved: boolean
  problem: string
}

const PROVED: HostProof = { proved: true, problem: '' }
const waiting = (problem: string): HostProof => ({ proved: false, problem })

/** Whether a host name counts without proof. */
export function isExempt({ domainProof }: Pick<Env, 'domainProof'>, host: string): boolean {
  return domainProof.by === 'off' || LOCAL.test(host)
}

/** The record that only the owner of a host name can publish. It names the project, so it is no secret. */
export const proofRecord = ({ host, projectId }: Pick<HostClaim, 'host' | 'projectId'>) => ({
  name: `_plinth.${host}`,
  value: `project=${projectId}`,
})

/** Checks whether a project may use a host name. Never throws: a DNS server that does not answer is a problem too. */
export async function proveHost(
  env: Pick<Env, 'domainProof'>,
  claim: HostClaim,
): Promise<HostProof> {
  const { by, dnsServers } = env.domainProof
  if (isExempt(env, claim.host)) return PROVED
  if (by === 'admin') return claim.isAdmin ? PROVED : waiting('An admin must confirm this domain.')
  const { name, value } = proofRecord(claim)
  const found = await lookUpTxt(name, dnsServers)
  if (!found) return waiting(`The DNS server gave no answer for ${name}. It will be asked again.`)
  if (found.includes(value)) return PROVED
  return waiting(
    found.length > 0
      ? `The TXT record ${name} has another value.`
      : `There is no TXT record ${name} yet.`,
  )
}
