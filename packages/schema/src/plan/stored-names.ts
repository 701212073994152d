import { shortHash } from './short-hash.ts'

/** User-defined names begin with a letter, so they cannot collide with this prefix. */
export const OWN_PREFIX = '_plinth_'
export const INDEX_PREFIX = `${OWN_PREFIX}ix_`
export const NEW_PREFIX = `${OWN_PREFIX}new_`
export const TRASH_PREFIX = `${OWN_PREFIX}trash_`
const JOIN_PREFIX = `${OWN_PREFIX}join_`

/** Name of a many-to-many relation's join table. */
export function joinName(pairKey: string): string {
  return JOIN_PREFIX + shortHash(pairKey)
}

/** Name of an index, derived from what it covers, so that renames do not affect it. */
export function indexName(parts: readonly string[]): string {
  return INDEX_PREFIX + shortHash(parts.join('|'))
}

/** Temporary name of a new object until the switch-over. */
export function newName(id: string): string {
  return NEW_PREFIX + shortHash(id)
}

/** Name of a trashed object; the number distinguishes repeated drops. */
export function trashName(id: string, count: number): string {
  return `${TRASH_PREFIX}${shortHash(id)}_${count}`
}
