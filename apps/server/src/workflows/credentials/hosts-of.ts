import { CREDENTIAL_KINDS, type CredentialType } from '@plinth/contract'
import type { CredentialData, JsonValue } from './secret-fields.ts'

/** Normalises a host for comparison: of a URL only its host, lower case, without a trailing dot. */
function readHost(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  // Parsed as the web parses a URL, so that every spelling of a host compares equal.
  const address = `http://${value.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')}`
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return host.replace(/\.$/, '') || undefined
}

/** Hosts that a credential may be sent to: its own host or URL, and those listed in `hosts`. */
export function hostsOf(type: CredentialType, data: CredentialData): string[] {
  const named = CREDENTIAL_KINDS[type].fields.filter((field) => field.isHost)
  const values = [...new Set([...named.map((field) => field.name), 'hosts'])].flatMap((name) => {
    const value = data[name]
    return Array.isArray(value) ? value : [value]
  })
  const hosts = values.map(readHost).filter((host) => host !== undefined)
  return [...new Set(hosts)].sort()
}
