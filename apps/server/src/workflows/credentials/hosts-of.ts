import { CREDENTIAL_KINDS, type CredentialType } from '@plinth/contract'
import type { CredentialData, JsonValue } from './secret-fields.ts'

/** A host as it is compared: of an address only its host, in lower case, without a dot at the end. */
function readHost(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  // Read as the web reads an address, so that every spelling of one host is the same.
  const address = `http://${value.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')}`
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return host.replace(/\.$/, '') || undefined
}

/** Where a credential may be sent: its own host or address, and what `hosts` lists. */
export function hostsOf(type: CredentialType, data: CredentialData): string[] {
  const named = CREDENTIAL_KINDS[type].fields.filter((field) => field.isHost)
  const values = [...new Set([...named.map((field) => field.name), 'hosts'])].flatMap((name) => {
    const value = data[name]
    return Array.isArray(value) ? value : [value]
  })
  const hosts = values.map(readHost).filter((host) => host !== undefined)
  return [...new Set(hosts)].sort()
}
