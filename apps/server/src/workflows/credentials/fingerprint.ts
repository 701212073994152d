import { createHmac, randomBytes } from 'node:crypto'
import type { CredentialType } from '@plinth/contract'
import type { Queryable } from '../../foundation/platform/database.ts'
import type { Vault } from '../../foundation/secrets/vault.ts'
import { addFingerprintKey, findFingerprintKey } from './fingerprint-key-store.ts'

/** Identifies a secret without revealing it. */
export type Fingerprint = (field: string, secret: string) => string

const fingerprintBinding = (projectId: string): string[] => ['fingerprint', projectId]

async function readKey(
  on: Queryable,
  { vault, projectId }: { vault: Vault; projectId: string },
): Promise<string> {
  const binding = fingerprintBinding(projectId)
  const fingerprintKey = await findFingerprintKey(on, projectId)
  if (fingerprintKey) return vault.open(fingerprintKey, binding)
  const sealed = vault.seal(randomBytes(32).toString('base64url'), binding)
  return vault.open(await addFingerprintKey(on, { projectId, sealed }), binding)
}

/**
 * Fingerprints of one credential type in one project. They differ by project, type and field, but not by
 * credential or environment; otherwise dev and production would never compare equal.
 */
export async function openFingerprints(
  on: Queryable,
  asked: { vault: Vault; projectId: string; type: CredentialType },
): Promise<Fingerprint> {
  const key = await readKey(on, asked)
  return (field, secret) => {
    const hash = createHmac('sha256', key).update(JSON.stringify([asked.type, field, secret]))
    return `fingerprint:${hash.digest('base64url').slice(0, 22)}`
  }
}
