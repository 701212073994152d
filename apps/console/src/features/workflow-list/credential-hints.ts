import { CREDENTIAL_KINDS, type Credential, type CredentialType } from '@plinth/contract'
import type { CredentialData } from './credential-data.ts'
import { workflowListStrings as strings } from './strings.ts'

const PRINTS = /"fingerprint:[\w-]{22}"/

interface Hinted {
  type: CredentialType
  data: CredentialData
  /** The stored credential; undefined for a new one. */
  before: Credential | undefined
}

function hostsIn(type: CredentialType, data: CredentialData): string[] {
  const fields = CREDENTIAL_KINDS[type].fields.filter(({ isHost }) => isHost)
  const values = [...fields.map(({ name }) => data[name]), data.hosts].flat()
  return values.flatMap((value) => {
    if (typeof value !== 'string' || value === '') return []
    const address = `http://${value.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')}`
    return URL.canParse(address) ? [new URL(address).hostname.replace(/\.$/, '')] : []
  })
}

/** Warns if saving clears stored secrets. */
function keepingHint({ type, data, before }: Hinted): string[] {
  if (!before || !PRINTS.test(JSON.stringify(data))) return []
  if (before.type !== type) return [strings.hints.typeChanged]
  const hosts = new Set(hostsIn(before.type, before.data))
  const same = hostsIn(type, data).every((host) => hosts.has(host))
  return [same ? strings.hints.fingerprint : strings.hints.hostChanged]
}

/** Hints about the data, from the type's fields; they never block saving. */
export function credentialHints(hinted: Hinted): string[] {
  const { type, data } = hinted
  const { fields, needsHosts } = CREDENTIAL_KINDS[type]
  const isBlank = (name: string) => data[name] === undefined || data[name] === ''
  const missing = fields.filter(({ name }) => name !== 'hosts' && isBlank(name))
  const fieldNames = new Set(['hosts', ...fields.map(({ name }) => name)])
  const others = Object.keys(data).filter((name) => !fieldNames.has(name))
  return [
    ...keepingHint(hinted),
    ...(needsHosts && hostsIn(type, data).length === 0 ? [strings.hints.noHosts] : []),
    ...missing.map(({ name, about }) => strings.hints.missing(name, about)),
    ...(others.length > 0 ? [strings.hints.secret(others.join(', '))] : []),
  ]
}

/** Whether saving cleared secrets that the user meant to keep. */
export function hasClearedSecrets(sent: CredentialData, saved: CredentialData): boolean {
  const stored = JSON.stringify(saved)
  const prints = JSON.stringify(sent).match(new RegExp(PRINTS, 'g')) ?? []
  return prints.some((print) => !stored.includes(print))
}
