import { MAX_LINKS } from '@plinth/contract'
import type { Folded } from '@plinth/expression'
import type { DataTable } from '../../../databases/sql/data-model.ts'
import { render } from '../../../databases/sql/render.ts'
import { type Sql, sql, whole } from '../../../foundation/platform/sql.ts'
import type { LinkViewer } from '../expression/link-rule.ts'
import type { Scope } from '../expression/scope.ts'
import type { LinkRule, SentRow, WriteStep } from './write-plan.ts'

export interface Linking {
  readonly table: DataTable
  readonly row: SentRow
  readonly now: number
  readonly isNew: boolean
  readonly linkRule?: LinkRule | undefined
  /** Links to rows that the caller cannot see are kept: they are missing from the list that it sends back. */
  readonly viewer: LinkViewer
}

/** A relation whose links are written after the row. */
export interface Related extends Linking {
  readonly name: string
  readonly ids: readonly string[]
  readonly other: DataTable
  /** The rule of the other rows if the links belong to them. */
  readonly theirRule: Folded
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
export function wholeListCheck(scope: Scope, { name, from, seen, isListed }: SeenList): WriteStep {
  const kept = sql`sum(case when ${isListed} then 1 else 0 end)`
  const text = sql`select count(*) as count from ${from} where ${seen} having count(*) > ${whole(MAX_LINKS)} and ${kept} < count(*)`
  const statement = render(text, scope.model.dialect.style)
  return { statement, expects: 0, failing: { reason: 'cutList', path: name } }
}
