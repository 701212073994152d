import type { Configuration } from '@plinth/contract'
import type { NewId } from './edit-result.ts'

const TRIES = 100

/** Whether a table or field has this id; ids are unique across the whole configuration. */
export function isIdUsed(configuration: Configuration, id: string): boolean {
  return configuration.tables.some(
    (table) => table.id === id || table.columns.some((column) => column.id === id),
  )
}

/** Wraps the caller's id generator to skip used ids. */
export function freshIds(save: {
  configuration: Configuration
  newId: NewId
  alsoTaken?: Iterable<string>
}): NewId {
  const taken = new Set(save.alsoTaken)
  return () => {
    for (let tries = 0; tries < TRIES; tries++) {
      const id = save.newId()
      if (taken.has(id) || isIdUsed(save.configuration, id)) continue
      taken.add(id)
      return id
    }
    throw new Error(`newId gave ${TRIES} ids that are all taken`)
  }
}
