import { columnNamed, tableNamed } from '../../../databases/sql/data-model.ts'
import { raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import type { Source } from './condition.ts'
import { followRelation } from './follow-relation.ts'
import { type RowRef, type Scope, scopeOfIds } from './scope.ts'

export interface Chain extends Source {
  readonly end: RowRef
}

export interface HopRequest {
  readonly origin: RowRef
  /** The relations to follow, by column name. */
  readonly hops: readonly string[]
  /** Whether a to-one relation without a target still yields a row, of nulls. */
  readonly keepsMissing: boolean
  /** Only the id of the last relation is read: the view rule applies there, as when the row is shown. */
  readonly isIdOnly?: boolean
}

/** The rows at the end of a chain of relations: a missing to-one yields nulls, an empty to-many yields none. */
export function followHops(
  scope: Scope,
  { origin, hops, keepsMissing, isIdOnly }: HopRequest,
): Chain {
  const where: Sql[] = []
  let from: Sql | undefined
  let end = origin
  const lastMany = findLastMany(scope, origin, hops)
  for (const [at, name] of hops.entries()) {
    const isOuter = at > lastMany && (keepsMissing || lastMany >= 0)
    const isLastId = isIdOnly && at === hops.length - 1
    const link = followRelation(isLastId ? scopeOfIds(scope) : scope, end, name)
    for (const table of link.tables) {
      if (from)
        from = sql`${from} ${raw(isOuter ? 'left join' : 'join')} ${table.from} on ${table.on}`
      else if (isOuter)
        from = sql`(select 1) as ${raw(scope.newAlias())} left join ${table.from} on ${table.on}`
      else {
        from = table.from
        where.push(table.on)
      }
    }
    end = link.row
  }
  return { end, from: from ? [from] : [], where }
}

function findLastMany({ model }: Scope, { table }: RowRef, hops: readonly string[]): number {
  let at = table
  let last = -1
  for (const [index, name] of hops.entries()) {
    const { relation } = columnNamed(at, name)
    if (!relation) break
    if (relation.isMany) last = index
    at = tableNamed(model, relation.target)
  }
  return last
}
