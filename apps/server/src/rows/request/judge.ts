import type { Operation } from '@plinth/contract'
import { type Data, type Folded, fold, type RequestData } from '@plinth/expression'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { Refusal } from '../../foundation/http/errors/refusal.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { Viewer } from '../statements/select/row-object.ts'

/** What one row was sent, and what it was before. */
interface Spoken {
  readonly body?: Data | undefined
  readonly old?: Data | undefined
}

/** Decides for one caller what rules say; staff skip them. */
export interface Judge {
  readonly isStaff: boolean
  readonly viewer: Viewer
  /** What rules of other tables say; none for staff. */
  readonly listRule?: (table: DataTable) => Folded
  readonly updateRule?: (table: DataTable) => Folded
  /** A table's own rule, with nothing left to ask but rows. */
  rule(table: DataTable, operation: Operation, spoken?: Spoken): Folded
  /**
   * All of this caller and call that the table's own rule depends on; equal words, equal rule. Undefined when
   * the rule asks for more than can be told.
   */
  standing(table: DataTable, operation: Operation): string | undefined
  /** A locked rule is for staff alone, and says so. */
  refuseLocked(table: DataTable, operation: Operation): void
}

const OPEN: Judge = {
  isStaff: true,
  viewer: { seesHidden: true },
  rule: () => true,
  standing: () => 'staff',
  refuseLocked: () => undefined,
}

interface Judged {
  readonly environment: LiveEnvironment
  readonly auth: Data | null
  /** All that rules may ask of a call; made when one does, which most do not. */
  readonly request: () => RequestData
  readonly now: number
  /** What the caller was not given at all, whatever rules say. */
  readonly may?: ((table: DataTable, operation: Operation) => boolean) | undefined
}

/** The judge of a caller who is not staff. */
export function judgeOf({ environment, auth, request, now, may }: Judged): Judge {
  const { rules, constants } = environment
  let made: RequestData | undefined
  const who = auth ? `${auth.kind}/${auth.table}/${auth.id}` : 'guest'
  const rule = (table: DataTable, operation: Operation, spoken?: Spoken): Folded => {
    if (may && !may(table, operation)) return false
    if (rules.nature(table, operation) !== 'settled') return ask(table, operation, spoken)
    return rules.verdict({ table, operation, who }, () => ask(table, operation))
  }
  const ask = (table: DataTable, operation: Operation, spoken?: Spoken): Folded => {
    const read = rules.rule(table, operation)
    // What is locked or broken lets nobody through.
    if (!read.ok || read.rule.type === 'locked') return false
    made ??= request()
    if (!spoken) return fold(read.rule.checked, { request: made, constants, now })
    const { body = null, old = null } = spoken
    return fold(read.rule.checked, { request: { ...made, body, old }, constants, now })
  }
  return {
    isStaff: false,
    viewer: { seesHidden: false, viewRule: (table) => rule(table, 'view') },
    listRule: (table) => rule(table, 'list'),
    updateRule: (table) => rule(table, 'update', {}),
    rule,
    standing(table, operation) {
      const nature = rules.nature(table, operation)
      if (nature === 'open') return undefined
      if (nature === 'byCaller') return who
      return String(rule(table, operation))
    },
    refuseLocked(table, operation) {
      const read = rules.rule(table, operation)
      if (read.ok && read.rule.type === 'locked')
        throw new Refusal('forbidden', `Only staff may ${WORDS[operation]} here.`)
    },
  }
}

export const judgeOfStaff = (): Judge => OPEN

const WORDS: Readonly<Record<Operation, string>> = {
  list: 'list rows',
  view: 'see rows',
  create: 'create rows',
  update: 'change rows',
  delete: 'delete rows',
}
