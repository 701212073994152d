import type { Configuration, Table } from '@plinth/contract'
import type { EditResult, SchemaIssue } from '../model/edit-result.ts'
import { findDuplicateIds } from '../model/find-duplicate-ids.ts'
import { findTable } from '../model/find-table.ts'
import { tablesEqual } from './configurations-equal.ts'

type Sides = { base: Configuration; mine: Configuration; theirs: Configuration }
type Merged<T> = { value: T } | { conflict: true }

/** Three-way merge; a table changed differently on both sides is a conflict. */
export function mergeConfigurations(sides: Sides): EditResult {
  const { base, mine, theirs } = sides
  const issues: SchemaIssue[] = []
  const tables: Table[] = []
  for (const id of listTableIds(sides)) {
    const [was, my, their] = [findTable(base, id), findTable(mine, id), findTable(theirs, id)]
    const merged = mergeThree({ was, my, their, equal: tablesEqual })
    if ('conflict' in merged) issues.push(describeConflict({ id, was, my, their }))
    else if (merged.value) tables.push(merged.value)
  }
  const version = mergeThree({ was: base.version, my: mine.version, their: theirs.version })
  if ('conflict' in version) issues.push(describeKey('version'))
  const database = mergeThree({ was: base.database, my: mine.database, their: theirs.database })
  if ('conflict' in database) issues.push(describeKey('database'))
  if (issues.length > 0 || 'conflict' in version || 'conflict' in database) {
    return { ok: false, issues }
  }
  const configuration = { version: version.value, database: database.value, tables }
  const doubled = findDuplicateIds(configuration)
  return doubled.length > 0 ? { ok: false, issues: doubled } : { ok: true, configuration }
}

function listTableIds({ mine, theirs }: Sides): Set<string> {
  return new Set([...mine.tables, ...theirs.tables].map((table) => table.id))
}

function mergeThree<T>({
  was,
  my,
  their,
  equal = Object.is,
}: {
  was: T
  my: T
  their: T
  equal?: (left: T, right: T) => boolean
}): Merged<T> {
  if (equal(my, their) || equal(their, was)) return { value: my }
  return equal(my, was) ? { value: their } : { conflict: true }
}

function describeConflict({
  id,
  was,
  my,
  their,
}: {
  id: string
  was: Table | undefined
  my: Table | undefined
  their: Table | undefined
}): SchemaIssue {
  const name = `Table "${(my ?? their ?? was)?.name ?? id}"`
  const at = { tableId: id, columnId: null, path: '' }
  if (!my) return { ...at, message: `${name} was removed by you and changed by another user.` }
  if (!their) return { ...at, message: `${name} was changed by you and removed by another user.` }
  const what = was ? 'changed' : 'added'
  return { ...at, message: `${name} was ${what} differently by you and by another user.` }
}

function describeKey(key: 'version' | 'database'): SchemaIssue {
  const message = `The ${key} was changed differently by you and by another user.`
  return { tableId: null, columnId: null, path: key, message }
}
