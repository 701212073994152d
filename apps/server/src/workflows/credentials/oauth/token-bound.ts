import * as z from 'zod'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import { hostsOf } from '../hosts-of.ts'
import type { CredentialPlace } from '../seal-secrets.ts'
import type { CredentialData } from '../secret-fields.ts'

const Bound = z.object({ clientId: z.string(), tokenUrl: z.string(), hosts: z.array(z.string()) })

const textOf = (data: CredentialData, field: string) => String(data[field] ?? '').trim()

function read(data: CredentialData): z.infer<typeof Bound> {
  const clientId = textOf(data, 'clientId')
  return { clientId, tokenUrl: textOf(data, 'tokenUrl'), hosts: hostsOf('oauth2', data) }
}

/** What the tokens of a credential are for, as it is stored and sealed with them. */
export const tokenBound = (data: CredentialData): string => JSON.stringify(read(data))

/** Whether tokens may still be used: same client and endpoint, and the credential may be sent to no new host. */
export function isTokenBound(bound: string, data: CredentialData): boolean {
  const then = readStored(Bound, bound, 'bound of a token')
  const now = read(data)
  if (then.clientId !== now.clientId || then.tokenUrl !== now.tokenUrl) return false
  return now.hosts.every((host) => then.hosts.includes(host))
}

/** What a sealed token is bound to; the same in the list of sealed columns. */
export function tokenBinding(
  { projectId, environmentId, credentialId }: CredentialPlace,
  { kind, bound }: { kind: 'access' | 'refresh'; bound: string },
): string[] {
  return ['credential-token', projectId, environmentId, credentialId, kind, bound]
}
