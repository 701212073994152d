import { type Checked, check, type Data, type Folded, parse } from '@plinth/expression'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { readStoredObject } from '../../foundation/platform/stored-json.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import { pageOf } from '../read/list-rows.ts'
import type { RowRequest } from '../request/row-request.ts'
import { tooLarge } from '../request/too-large.ts'
import { compilePage } from '../statements/select/compile-select.ts'
import { WHOLE_ROW } from '../statements/select/row-object.ts'
import { MAX_IDS_OF_STATEMENT } from './limits/live-limits.ts'
import type { LiveContext } from './live-request.ts'

/** The condition that a row has one of these ids, which the log or a session has stored. */
function isOneOf({ model }: LiveEnvironment, table: DataTable, ids: readonly string[]): Checked {
  const parsed = parse(`id in ${JSON.stringify(ids)}`)
  const ground = { catalogue: model.catalogue, mode: 'rule', table: table.name } as const
  const expression = parsed.ok ? parsed.expression : undefined
  const checked = expression && check(expression, ground)
  if (!checked?.ok) throw new Error('live: ids cannot be read')
  return checked.checked
}

/** Both conditions in one list of conditions, so that the filter keeps its meaning. */
function andAlso(filter: Folded, condition: Checked): Folded {
  if (filter === false) return false
  if (filter === true) return condition
  if (filter.type === 'all') return { ...filter, items: [...filter.items, condition] }
  const { from, to } = filter
  return { type: 'all', items: [filter, condition], from, to }
}

function inChunks(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / MAX_IDS_OF_STATEMENT)
  return Array.from({ length: count }, (_, at) =>
    ids.slice(at * MAX_IDS_OF_STATEMENT, (at + 1) * MAX_IDS_OF_STATEMENT),
  )
}

/** Spaces between the tokens of JSON; an event is one line. */
const LINE_END = /[\r\n]/g

/**
 * The rows among these ids that the caller may see now and that its filter matches, by id, as the list of rows answers
 * them. Throws 413 for a row above the limit of answers.
 */
export async function readCurrentRows(
  request: RowRequest,
  {
    operation,
    ids,
    checkTime = () => undefined,
  }: {
    operation: 'list' | 'view'
    ids: readonly string[]
    /** Called before each statement; throws if there is no time left. */
    checkTime?: () => void
  },
): Promise<ReadonlyMap<string, string>> {
  const { environment, table, policy, runner } = request
  const rule = policy.rule(table, operation)
  const found = new Map<string, string>()
  const read = async (some: readonly string[]): Promise<void> => {
    checkTime()
    const page = pageOf({ ...request, query: { ...request.query, $limit: some.length } })
    const filter = andAlso(page.filter ?? true, isOneOf(environment, table, some))
    const wanted = { ...page, rule, filter, offset: 0, wantsCursor: false, wantsTotal: false }
    const compiled = compilePage(environment.model, wanted)
    if (!compiled.ok) throw new Error(compiled.message)
    const rows = await runner.read(environment, compiled.statement)
    if (rows.some(({ answer }) => answer === null)) {
      if (some.length === 1) throw tooLarge(page.maxBytes)
      for (const id of some) await read([id])
      return
    }
    for (const { id, answer } of rows) found.set(String(id), String(answer).replace(LINE_END, ' '))
  }
  if (rule === false) return found
  for (const some of inChunks(ids)) await read(some)
  return found
}

/** Rows of accounts as rules read them, by id; those that no longer exist or are too large are left out. */
export async function readAccounts(
  { env, environments }: LiveContext,
  {
    environment,
    table,
    ids,
  }: { environment: LiveEnvironment; table: DataTable; ids: readonly string[] },
): Promise<ReadonlyMap<string, Data>> {
  const runner = environments.runnerOf(environment)
  const sort = environment.rules.sort({ table, text: '', seesHidden: true })
  const found = new Map<string, Data>()
  const read = async (some: readonly string[]): Promise<void> => {
    const compiled = compilePage(environment.model, {
      table,
      rule: true,
      filter: isOneOf(environment, table, some),
      sort: sort.ok ? sort.keys : [],
      view: WHOLE_ROW,
      viewer: { seesHidden: true },
      limit: some.length,
      maxBytes: env.maxAnswerBytes,
    })
    if (!compiled.ok) throw new Error(compiled.message)
    const rows = await runner.read(environment, compiled.statement)
    if (rows.some(({ answer }) => answer === null) && some.length > 1) {
      for (const id of some) await read([id])
      return
    }
    for (const { id, answer } of rows)
      if (answer !== null) found.set(String(id), readStoredObject(String(answer), 'row'))
  }
  for (const some of inChunks(ids)) await read(some)
  return found
}
