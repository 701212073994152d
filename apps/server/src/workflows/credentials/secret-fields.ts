import { CREDENTIAL_KINDS, type CredentialType } from '@plinth/contract'
import type * as z from 'zod'

export type JsonValue = z.infer<ReturnType<typeof z.json>>
export type CredentialData = Record<string, JsonValue>

function isPublic(type: CredentialType, name: string): boolean {
  if (name === 'hosts') return true
  return CREDENTIAL_KINDS[type].fields.some((field) => field.name === name && field.isPublic)
}

/** An unambiguous path for each field, whatever characters its keys contain. */
function place(above: string, key: string): string {
  return `${above}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

type Replace = (field: string, text: string) => string

function replaceIn(value: JsonValue, at: string, replace: Replace): JsonValue {
  // An empty text hides nothing; leaving it shows that no secret is set.
  if (typeof value === 'string') return value === '' ? '' : replace(at, value)
  if (Array.isArray(value)) {
    return value.map((item, index) => replaceIn(item, place(at, String(index)), replace))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaceIn(item, place(at, key), replace)]),
  )
}

/** Replaces every secret text, that is every field but the type's public ones. */
export function replaceSecrets(
  { type, data }: { type: CredentialType; data: CredentialData },
  replace: Replace,
): CredentialData {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      isPublic(type, name) ? value : replaceIn(value, place('', name), replace),
    ]),
  )
}
