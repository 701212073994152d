import { compileExpression } from './compile-expression.ts'
import { both, not, TRUE } from './condition.ts'
import { columnNamed, type DataTable, tableNamed } from './data-model.ts'
import type { RelationPlace } from './layout.ts'
import { newRow, newScope, type Scope } from './scope.ts'
import { raw, render, type Sql, sql } from './sql.ts'
import type { LinkRule, SentRow, Step } from './write-plan.ts'

interface Linking {
  readonly table: DataTable
  readonly row: SentRow
  readonly now: number
  readonly isNew: boolean
  readonly linkRule?: LinkRule | undefined
}

/** Sent ids of relations that are kept beside the row, by column name. */
export function linksSent(
  table: DataTable,
  { values }: SentRow,
): ReadonlyMap<string, readonly string[]> {
  const links = new Map<string, readonly string[]>()
  for (const [name, value] of values) {
    const column = table.columns.get(name)
    if (!column?.relation || column.cell) continue
    links.set(name, Array.isArray(value) ? value : typeof value === 'string' ? [value] : [])
  }
  return links
}

/** The steps that make a row's relations what was sent, after the row itself was written. */
export function linkSteps(scope: Scope, linking: Linking): readonly Step[] {
  return [...linksSent(linking.table, linking.row)].flatMap(([name, ids]) => {
    const { relation } = columnNamed(linking.table, name)
    if (!relation || relation.place.kind === 'own-key') return []
    if (relation.place.kind === 'join')
      return joinSteps(scope, { ...linking, name, ids, place: relation.place })
    const other = tableNamed(scope.model, relation.target)
    return keySteps(scope, { ...linking, name, ids, place: relation.place, other })
  })
}

interface Joining extends Linking {
  readonly name: string
  readonly ids: readonly string[]
  readonly place: Extract<RelationPlace, { kind: 'join' }>
}

function joinSteps({ model }: Scope, { row, name, ids, place, isNew }: Joining): readonly Step[] {
  const { dialect } = model
  const [own, other] = [raw(place.own), raw(place.other)]
  const table = raw(place.table)
  const id = dialect.bind('id', row.id)
  const failing = { reason: 'link', path: name } as const
  const write = (text: Sql): Step => ({ statement: render(text, dialect.style), failing })
  const steps: Step[] = []
  if (!isNew) {
    const stays = dialect.isAnyOf(other, 'id', ids)
    steps.push(
      write(
        sql`delete from ${table} where ${own} = ${id} and ${not(stays)} returning ${other} as id`,
      ),
    )
  }
  if (ids.length === 0) return steps
  const items = dialect.numbered(ids, 'v')
  const position = raw(place.position)
  const far = place.otherPosition === undefined ? undefined : raw(place.otherPosition)
  const columns = sql`${own}, ${other}, ${position}${far ? sql`, ${far}` : raw('')}`
  // Seen from the other side a new link comes last.
  const last = far
    ? sql`, coalesce((select max(o.${far}) + 1 from ${table} as o where o.${other} = ${items.item}), 0)`
    : raw('')
  const text = sql`insert into ${table} (${columns}) select ${id}, ${items.item}, ${items.position}${last} from ${items.from} where true on conflict (${own}, ${other}) do update set ${position} = excluded.${position} returning ${other} as id`
  return [...steps, { ...write(text), expects: ids.length }]
}

interface Keying extends Linking {
  readonly name: string
  readonly ids: readonly string[]
  readonly place: Extract<RelationPlace, { kind: 'their-key' }>
  readonly other: DataTable
}

/** The key is on the other rows, so changing it is a change of theirs, and their rule decides. */
function keySteps(
  scope: Scope,
  { row, name, ids, place, other, now, isNew, linkRule }: Keying,
): readonly Step[] {
  const { dialect } = scope.model
  const target = newRow(newScope(scope.model), other)
  const { alias } = target
  const rule = linkRule ? compileExpression(scope, linkRule(other), target) : TRUE
  const [key, id] = [raw(place.column), dialect.bind('id', row.id)]
  const theirs = sql`${alias}.${other.key}`
  const isListed = dialect.isAnyOf(theirs, 'id', ids)
  const leaves = both([sql`${alias}.${key} = ${id}`, not(isListed)])
  const changed = other.columns.get('updatedOn')?.cell
  const moment = dialect.bind('date', now)
  const stamp = changed
    ? sql`, ${changed} = ${dialect.later(sql`${alias}.${changed}`, moment)}`
    : raw('')
  const step = (text: Sql, expects?: number): Step => ({
    statement: render(text, dialect.style),
    failing: { reason: 'link', path: name },
    ...(expects !== undefined && { expects }),
  })
  const steps: Step[] = []
  if (!isNew && rule !== TRUE)
    steps.push(
      step(
        sql`select ${theirs} as id from ${other.from} as ${alias} where ${both([leaves, not(rule)])}`,
        0,
      ),
    )
  if (!isNew)
    steps.push(
      step(
        sql`update ${other.from} as ${alias} set ${key} = null${stamp} where ${leaves} returning ${other.key} as id`,
      ),
    )
  if (ids.length > 0)
    steps.push(
      step(
        sql`update ${other.from} as ${alias} set ${key} = ${id}${stamp} where ${both([isListed, rule])} returning ${other.key} as id`,
        ids.length,
      ),
    )
  return steps
}
