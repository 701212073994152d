import { CREDENTIAL_KINDS, type CredentialType, FINGERPRINT } from '@plinth/contract'
import { invalid } from '../../foundation/http/errors/api-error.ts'
import type { Vault } from '../../foundation/secrets/vault.ts'
import type { Fingerprint } from './fingerprint.ts'
import { hostsOf } from './hosts-of.ts'
import { type CredentialData, replaceSecrets } from './secret-fields.ts'

/** What a sealed secret is bound to; it cannot be decrypted for any other credential. */
export interface CredentialPlace {
  projectId: string
  environmentId: string
  credentialId: string
}

export function secretBinding(key: CredentialPlace, field: string): string[] {
  return ['credential', key.projectId, key.environmentId, key.credentialId, field]
}

export interface SealedSecret {
  field: string
  sealed: Buffer
}

/** A credential as stored: public data, newly sealed secrets, and the paths of secrets that stay. */
export interface SealedData {
  data: CredentialData
  secrets: SealedSecret[]
  kept: string[]
}

interface Wanted {
  type: CredentialType
  data: CredentialData
  key: CredentialPlace
  fingerprint: Fingerprint
  before: { type: CredentialType; data: CredentialData } | undefined
}

/** Stored secrets stay only while the credential may be sent to no new host. */
export function mayKeep({ type, data, before }: Pick<Wanted, 'type' | 'data' | 'before'>): boolean {
  if (before?.type !== type) return false
  const hosts = new Set(hostsOf(type, before.data))
  return hostsOf(type, data).every((host) => hosts.has(host))
}

export function fingerprintsIn(before: Wanted['before']): Map<string, string> {
  const found = new Map<string, string>()
  if (before) {
    replaceSecrets(before, (field, text) => {
      found.set(field, text)
      return text
    })
  }
  return found
}

function refuseHomeless({ type, data }: Wanted, sealed: SealedData): void {
  const holds = sealed.secrets.length + sealed.kept.length > 0
  if (holds && CREDENTIAL_KINDS[type].needsHosts && hostsOf(type, data).length === 0) {
    const message = 'List the hosts that this credential may be sent to.'
    throw invalid([{ path: 'data.hosts', message }])
  }
}

export const pathOf = (field: string) => `data${field.replaceAll('/', '.')}`

export const foreignFingerprint = (field: string) =>
  invalid([
    {
      path: pathOf(field),
      message: 'This is the fingerprint of another value. Write the value itself.',
    },
  ])

/** Seals new secrets, and keeps those whose fingerprint was sent back unchanged. */
export function sealSecrets(vault: Vault, wanted: Wanted): SealedData {
  const known = fingerprintsIn(wanted.before)
  const keep = mayKeep(wanted)
  const sealed: SealedData = { data: {}, secrets: [], kept: [] }
  sealed.data = replaceSecrets(wanted, (field, text) => {
    if (known.get(field) === text) {
      if (keep) sealed.kept.push(field)
      return keep ? text : ''
    }
    if (FINGERPRINT.test(text)) throw foreignFingerprint(field)
    const secret = vault.seal(text, secretBinding(wanted.key, field))
    sealed.secrets.push({ field, sealed: secret })
    return wanted.fingerprint(field, text)
  })
  refuseHomeless(wanted, sealed)
  return sealed
}
