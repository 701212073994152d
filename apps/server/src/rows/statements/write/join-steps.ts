import type { RelationPlace } from '../../../databases/sql/layout.ts'
import { render } from '../../../databases/sql/render.ts'
import { joinSql, raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { both, either, exists, FALSE, not, TRUE } from '../expression/condition.ts'
import { linkRule } from '../expression/link-rule.ts'
import { newRow, newScope, type Scope } from '../expression/scope.ts'
import { precheckRule } from './prechecked-rows.ts'
import { type Related, wholeListCheck } from './related-rows.ts'
import type { WriteStep } from './write-plan.ts'

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

/** The steps that update the links of a join table. */
export function joinSteps(scope: Scope, joining: Joining): readonly WriteStep[] {
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
