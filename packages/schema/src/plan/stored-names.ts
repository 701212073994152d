import { shortHash } from './short-hash.ts'

/** No table or field of a person begins like this: names begin with a letter. */
export const OWN_PREFIX = '_plinth_'
export const INDEX_PREFIX = `${OWN_PREFIX}ix_`
export const NEW_PREFIX = `${OWN_PREFIX}new_`
export const TRASH_PREFIX = `${OWN_PREFIX}gone_`
const JOIN_PREFIX = `${OWN_PREFIX}join_`

/** The table between the two sides of a many-to-many relation. */
export function joinName(pairKey: string): string {
  return JOIN_PREFIX + shortHash(pairKey)
}

/** An index, named by what it covers, so that renames leave it alone. */
export function indexName(parts: readonly string[]): string {
  return INDEX_PREFIX + shortHash(parts.join('|'))
}

/** The name under which something new waits for the flip. */
export function newName(id: string): string {
  return NEW_PREFIX + shortHash(id)
}

/** The name of something set aside; the number tells apart what was dropped more than once. */
export function trashName(id: string, count: number): string {
  return `${TRASH_PREFIX}${shortHash(id)}_${count}`
}
