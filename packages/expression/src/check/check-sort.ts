import { type Failure, failure, issueAt } from '../syntax/issue.ts'
import type { SortNode } from '../syntax/parse-sort.ts'
import type { CatalogueTable } from './catalogue.ts'
import { type CheckContext, type CheckInput, findTable, reportIssue } from './check-context.ts'
import { checkPath } from './check-path.ts'
import { ROW_KEY, type RowPath } from './checked.ts'
import type { Kind } from './kinds.ts'

export type SortKey = { readonly path: RowPath; readonly isDescending: boolean }

export type CheckedSort =
  | { readonly ok: true; readonly keys: readonly SortKey[]; readonly tables: readonly string[] }
  | Failure

const SORTABLE: ReadonlySet<Kind> = new Set(['text', 'id', 'number', 'bool', 'date'])
const NEWEST_FIRST = 'createdOn'
const WHOLE = { from: 0, to: 0 }

/** Resolves sort keys. Defaults to newest first, and appends `id` so that every order is total. */
export function checkSort(keys: readonly SortNode[], input: CheckInput): CheckedSort {
  const open = { ...input, issues: [], passed: new Set<string>() }
  const home = findTable({ ...open, home: undefined }, input.table ?? '', keys[0] ?? WHOLE)
  const context: CheckContext = { ...open, home }
  if (!home) return failure(...context.issues)
  const sorted: SortKey[] = []
  for (const key of keys) {
    const path = checkKey(context, key)
    if (path) sorted.push({ path, isDescending: key.isDescending })
  }
  if (context.issues.length > 0) return failure(...context.issues)
  if (keys.length === 0) sorted.push(...columnKey(home, NEWEST_FIRST, true))
  const hasId = sorted.some(({ path }) => path.hops.length === 0 && path.column.name === 'id')
  // The tie-breaker uses the direction of the last key, so that the (createdOn, id) index serves the default order.
  if (!hasId) sorted.push(...columnKey(home, 'id', sorted.at(-1)?.isDescending ?? false))
  return { ok: true, keys: sorted, tables: [...context.passed] }
}

function checkKey(context: CheckContext, key: SortNode): RowPath | undefined {
  const { segments, from, to } = key
  const path = checkPath(context, { type: 'path', segments, from: segments[0]?.from ?? from, to })
  if (path?.type !== 'path') return undefined
  if (path.isMany) return reportIssue(context, issueAt(path, 'A to-many path has no order'))
  if (!SORTABLE.has(path.kind) || path.keys.length > 0)
    return reportIssue(context, issueAt(path, `Column ${path.column.name} has no order`))
  return path
}

function columnKey(table: CatalogueTable, name: string, isDescending: boolean): readonly SortKey[] {
  const column = table.columns.get(name)
  if (!column) return []
  const start = { key: ROW_KEY, table: table.name }
  const { kind } = column
  return [
    {
      path: { type: 'path', start, hops: [], column, keys: [], kind, isMany: false, ...WHOLE },
      isDescending,
    },
  ]
}
