import type { IdPrefix } from '@plinth/contract'
import { typeidUnboxed } from 'typeid-js'

/** A new id of the platform: sortable by time, random enough not to be guessed. */
export function newId(prefix: IdPrefix): string {
  return typeidUnboxed(prefix)
}
