import type { RelationPlace } from '../../../databases/sql/layout.ts'
import { render } from '../../../databases/sql/render.ts'
import { raw, type Sql, sql } from '../../../foundation/platform/sql.ts'
import { compileExpression } from '../expression/compile-expression.ts'
import { both, either, not, TRUE } from '../expression/condition.ts'
import { linkRule } from '../expression/link-rule.ts'
import { newRow, newScope, type Scope } from '../expression/scope.ts'
import { precheckRule } from './prechecked-rows.ts'
import { type Related, wholeListCheck } from './related-rows.ts'
import type { WriteStep } from './write-plan.ts'

interface Keying extends Related {
  readonly place: Extract<RelationPlace, { kind: 'their-key' }>
  readonly isMany: boolean
}

/** The key is on the other rows, so this updates them, and their rule applies. */
export function keySteps(scope: Scope, keying: Keying): readonly WriteStep[] {
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
