import { MAX_LINKS } from '@plinth/contract'
import type { Folded } from '@plinth/expression'
import {
  columnNamed,
  type DataColumn,
  type DataTable,
  tableNamed,
} from '../../../databases/sql/data-model.ts'
import type { RelationPlace } from '../../../databases/sql/layout.ts'
import { render } from '../../../databases/sql/render.ts'
import { joinSql, raw, type Sql, sql, whole } from '../../../foundation/platform/sql.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { both, either, exists, FALSE, not, TRUE } from '../expression/condition.ts'
import { type LinkViewer, linkRule } from '../expression/link-rule.ts'
import { newRow, newScope, type Scope } from '../expression/scope.ts'
import { precheckRule } from './prechecked-rows.ts'
import type { LinkRule, SentRow, WriteStep } from './write-plan.ts'

interface Linking {
  readonly table: DataTable
  readonly row: SentRow
  readonly now: number
  readonly isNew: boolean
  readonly linkRule?: LinkRule | undefined
  /** Links to rows that the caller cannot see are kept: they are missing from the list that it sends back. */
  readonly viewer: LinkViewer
}

/** Sent ids of relations that are not stored in the row itself, by column name. */
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

/** The steps that update a row's relations, after the row itself was written. */
export function linkSteps(scope: Scope, linking: Linking): readonly WriteStep[] {
  return [...linksSent(linking.table, linking.row)].flatMap(([name, ids]) => {
    const column = columnNamed(linking.table, name)
    const { relation } = column
    if (!relation || relation.place.kind === 'own-key') return []
    const { place, isMany, isBack } = relation
    const other = tableNamed(scope.model, relation.target)
    const theirRule = isBack ? linking.linkRule?.(other, counterpartOf(column, other)) : undefined
    const theirs = { ...linking, name, ids, other, theirRule: theirRule ?? true }
    if (place.kind === 'join') return joinSteps(scope, { ...theirs, place })
    return keySteps(scope, { ...theirs, place, isMany })
  })
}

/** The name that a relation has on the other table. */
function counterpartOf({ name, definition }: DataColumn, other: DataTable): string {
  const id = definition?.type === 'relation' ? definition.options.columnId : undefined
  const found = [...other.columns.values()].find((column) => column.id === id)
  if (!found) throw new Error(`the relation ${name} has no field in ${other.name}`)
  return found.name
}

interface SeenList {
  readonly name: string
  readonly from: Sql
  /** Whether a link is the row's own and shown to the caller. */
  readonly seen: Sql
  readonly isListed: Sql
}

/**
 * Fails if the row has more linked rows than an answer shows and the sent list lacks some of them: a caller who sends
 * back the start of a list would unlink the rest.
 */
function wholeListCheck(scope: Scope, { name, from, seen, isListed }: SeenList): WriteStep {
  const kept = sql`sum(case when ${isListed} then 1 else 0 end)`
  const text = sql`select count(*) as count from ${from} where ${seen} having count(*) > ${whole(MAX_LINKS)} and ${kept} < count(*)`
  const statement = render(text, scope.model.dialect.style)
  return { statement, expects: 0, failing: { reason: 'cutList', path: name } }
}

/** A relation whose links are written after the row. */
interface Related extends Linking {
  readonly name: string
  readonly ids: readonly string[]
  readonly other: DataTable
  /** The rule of the other rows if the links belong to them. */
  readonly theirRule: Folded
}

interface Joining extends Related {
  readonly place: Extract<RelationPlace, { kind: 'join' }>
}

const LINK = raw('link')

/**
 * The links of a join table belong to the rows on which the relation was declared. A write from the other side changes
 * those rows, so their rule applies to every link that is added or removed; a link that stays needs no right.
 */
function holderChecks(scope: Scope, joining: Joining, leaves: Sql | undefined): WriteStep[] {
  const { row, name, ids, place, other: table, theirRule } = joining
  if (theirRule === true) return []
  const { dialect } = scope.model
  const target = newRow(newScope(scope.model), table)
  const theirs = sql`${target.alias}.${table.key}`
  const from = [sql`${table.from} as ${target.alias}`]
  const [own, far] = [sql`${LINK}.${raw(place.own)}`, sql`${LINK}.${raw(place.other)}`]
  const links = sql`${raw(place.table)} as ${LINK}`
  const isLinked = exists({
    from: [links],
    where: [sql`${own} = ${dialect.bind('id', row.id)}`, sql`${far} = ${theirs}`],
  })
  const isListed = dialect.isAnyOf(theirs, 'id', ids)
  const rule = precheckRule(scope, target, {
    rule: compileExpression(scope, theirRule, target),
    from,
    where: [either([isLinked, isListed])],
  })
  const check = (text: Sql): WriteStep => ({
    statement: render(text, dialect.style),
    expects: 0,
    failing: { reason: 'link', path: name },
  })
  const denied = (...where: Sql[]) =>
    check(
      sql`select ${theirs} as id from ${joinSql(from, ', ')} where ${both([...where, not(rule)])}`,
    )
  const leaving = leaves && exists({ from: [links], where: [sql`${far} = ${theirs}`, leaves] })
  const added = ids.length > 0 ? [denied(isListed, not(isLinked))] : []
  return leaving ? [denied(leaving), ...added] : added
}

/** Whether the caller can see the row that a link leads to. */
function isShownLink(scope: Scope, { place, other: table, viewer, row }: Joining): Sql {
  const rule = linkRule(viewer, table)
  if (typeof rule === 'boolean') return rule ? TRUE : FALSE
  const target = newRow(newScope(scope.model), table)
  const isIt = sql`${target.alias}.${table.key} = ${LINK}.${raw(place.other)}`
  const from = [sql`${table.from} as ${target.alias}`]
  const isOwn = sql`${LINK}.${raw(place.own)} = ${scope.model.dialect.bind('id', row.id)}`
  const isShown = precheckRule(scope, target, {
    rule: compileExpression(scope, rule, target),
    from: [...from, sql`${raw(place.table)} as ${LINK}`],
    where: [isIt, isOwn],
  })
  return exists({ from, where: [isIt, isShown] })
}

/**
 * Holds the links of the row until the write has ended. Otherwise a link that another transaction is deleting would
 * count as one that stays, and be inserted again without a right. SQLite has a single writer.
 */
function holdLinks(scope: Scope, { row, name, place, theirRule }: Joining): WriteStep[] {
  const { dialect } = scope.model
  if (theirRule === true || dialect.engine !== 'postgres') return []
  const text = sql`select ${raw(place.other)} as id from ${raw(place.table)} where ${raw(place.own)} = ${dialect.bind('id', row.id)} order by 1 for update`
  return [{ statement: render(text, dialect.style), failing: { reason: 'link', path: name } }]
}

function joinSteps(scope: Scope, joining: Joining): readonly WriteStep[] {
  const { row, name, ids, place, isNew } = joining
  const { dialect } = scope.model
  const [own, other] = [raw(place.own), raw(place.other)]
  const table = raw(place.table)
  const id = dialect.bind('id', row.id)
  const failing = { reason: 'link', path: name } as const
  const write = (text: Sql): WriteStep => ({ statement: render(text, dialect.style), failing })
  const steps: WriteStep[] = []
  if (!isNew) {
    const isListed = dialect.isAnyOf(other, 'id', ids)
    const seen = both([sql`${own} = ${id}`, isShownLink(scope, joining)])
    if (ids.length > 0)
      steps.push(wholeListCheck(scope, { name, from: sql`${table} as ${LINK}`, seen, isListed }))
    const leaves = both([seen, not(isListed)])
    steps.push(...holdLinks(scope, joining))
    steps.push(...holderChecks(scope, joining, leaves))
    steps.push(write(sql`delete from ${table} as ${LINK} where ${leaves} returning ${other} as id`))
  }
  if (isNew) steps.push(...holderChecks(scope, joining, undefined))
  if (ids.length === 0) return steps
  const items = dialect.numbered(ids, 'v')
  const position = raw(place.position)
  const far = place.otherPosition === undefined ? undefined : raw(place.otherPosition)
  const columns = sql`${own}, ${other}, ${position}${far ? sql`, ${far}` : raw('')}`
  // From the other side's view a new link comes last.
  const last = far
    ? sql`, coalesce((select max(o.${far}) + 1 from ${table} as o where o.${other} = ${items.item}), 0)`
    : raw('')
  const text = sql`insert into ${table} (${columns}) select ${id}, ${items.item}, ${items.position}${last} from ${items.from} where true on conflict (${own}, ${other}) do update set ${position} = excluded.${position} returning ${other} as id`
  return [...steps, { ...write(text), expects: ids.length }]
}

interface Keying extends Related {
  readonly place: Extract<RelationPlace, { kind: 'their-key' }>
  readonly isMany: boolean
}

/** The key is on the other rows, so this updates them, and their rule applies. */
function keySteps(scope: Scope, keying: Keying): readonly WriteStep[] {
  const { row, name, ids, place, other, now, isNew } = keying
  const { dialect } = scope.model
  const target = newRow(newScope(scope.model), other)
  const { alias } = target
  // A to-one holds one row, so the linked row is replaced if its own rule allows that.
  const isShown = keying.isMany || ids.length === 0 ? linkRule(keying.viewer, other) : true
  const [key, id] = [raw(place.column), dialect.bind('id', row.id)]
  const theirs = sql`${alias}.${other.key}`
  const isListed = dialect.isAnyOf(theirs, 'id', ids)
  const isLinked = sql`${alias}.${key} = ${id}`
  const from = [sql`${other.from} as ${alias}`]
  const shown = compileExpression(scope, isShown, target)
  const seen = precheckRule(scope, target, { rule: shown, from, where: [isLinked] })
  const shownLinks = both([isLinked, seen])
  const leaves = both([shownLinks, not(isListed)])
  const rule = precheckRule(scope, target, {
    rule: compileExpression(scope, keying.theirRule, target),
    from,
    where: [either([isLinked, isListed])],
  })
  const changed = other.columns.get('updatedOn')?.cell
  const moment = dialect.bind('date', now)
  const stamp = changed
    ? sql`, ${changed} = ${dialect.later(sql`${alias}.${changed}`, moment)}`
    : raw('')
  const step = (text: Sql, expects?: number): WriteStep => ({
    statement: render(text, dialect.style),
    failing: { reason: 'link', path: name },
    ...(expects !== undefined && { expects }),
  })
  const steps: WriteStep[] = []
  if (!isNew && keying.isMany && ids.length > 0) {
    const [source] = from
    if (source)
      steps.push(wholeListCheck(scope, { name, from: source, seen: shownLinks, isListed }))
  }
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
