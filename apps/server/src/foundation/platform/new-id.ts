import type { IdPrefix } from '@plinth/contract'
import { TypeID, typeidUnboxed } from 'typeid-js'

/** A new id of the platform: sortable by time and not guessable. */
export function newId(prefix: IdPrefix): string {
  return typeidUnboxed(prefix)
}

/** The smallest id that can have been created at a time. */
export function idAtTime(prefix: IdPrefix, ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0')
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
  return TypeID.fromUUID(prefix, uuid).toString()
}
