import { CREDENTIAL_KINDS, type Credential, type CredentialType } from '@plinth/contract'

export type CredentialData = Credential['data']

/** Initial data of a new credential. */
export function templateOf(type: CredentialType): CredentialData {
  const { fields } = CREDENTIAL_KINDS[type]
  return Object.fromEntries(
    fields.map(({ name, start }) => [name, Array.isArray(start) ? [...start] : start]),
  ) as CredentialData
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
