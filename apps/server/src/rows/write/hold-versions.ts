import type { Ask } from '../request/ask.ts'
import { compileUnmoved } from '../statements/write/compile-unmoved.ts'
import type { Step } from '../statements/write/write-plan.ts'

/** The `updatedOn`, in milliseconds, that the caller last saw of rows, by their ids. */
export type Versions = ReadonlyMap<string, number>

/** Lets a write go on only if none of the rows was changed since. */
export function holdVersions({ environment, table }: Ask, versions: Versions): readonly Step[] {
  if (versions.size === 0) return []
  const rows = [...versions].map(([id, moment]) => ({
    id,
    updatedOn: new Date(moment).toISOString(),
  }))
  return [compileUnmoved(environment.model, { table, rows })]
}
