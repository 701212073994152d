import { CREDENTIAL_KINDS, type Credential, type CredentialType } from '@plinth/contract'

export type CredentialData = Credential['data']

/** Initial data of a new credential. */
export function templateOf(type: CredentialType): CredentialData {
  const { fields } = CREDENTIAL_KINDS[type]
  return Object.fromEntries(
    fields.map(({ name, start }) => [name, Array.isArray(start) ? [...start] : start]),
  ) as CredentialData
}

/** Initial data of a new credential for the host of an address, unless the host is computed or the service's own. */
export function templateFor(type: CredentialType, url = ''): CredentialData {
  const template = templateOf(type)
  const [start = ''] = /^https?:\/\/[^/{}?#\s]+(?=[/?#]|$)/i.exec(url) ?? []
  if (!URL.canParse(start)) return template
  const { origin, hostname } = new URL(start)
  if (CREDENTIAL_KINDS[type].needsHosts) return { ...template, hosts: [hostname] }
  return type === 'api-credential' ? { ...template, baseUrl: origin } : template
}

export function printData(data: CredentialData): string {
  return JSON.stringify(data, null, 2)
}

/** Parses a JSON object; empty text is an empty object, anything else is undefined. */
export function readData(text: string): CredentialData | undefined {
  if (text.trim() === '') return {}
  try {
    const read: unknown = JSON.parse(text)
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isObject ? (read as CredentialData) : undefined
  } catch {
    return undefined
  }
}
