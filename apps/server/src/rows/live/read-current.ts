import { type Checked, check, type Data, type Folded, parse } from '@plinth/expression'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { readStoredObject } from '../../foundation/platform/stored-json.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import { pageOf } from '../read/list-rows.ts'
import { viewOf } from '../read/read-selection.ts'
import type { RowRequest } from '../request/row-request.ts'
import { tooLarge } from '../request/too-large.ts'
import type { Row } from '../runners/row-runner.ts'
import { compilePage } from '../statements/select/compile-select.ts'
import { type CallerSql, compileShared } from '../statements/select/compile-shared.ts'
import { WHOLE_ROW } from '../statements/select/row-object.ts'
import {
  MAX_ACCOUNT_BYTES,
  MAX_CURRENT_ROW_BYTES,
  MAX_IDS_OF_STATEMENT,
} from './limits/live-limits.ts'
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

interface PartRead {
  readonly ids: readonly string[]
  /** Reads rows as `compilePage` returns them: a null answer is beyond the bytes. */
  readonly read: (ids: readonly string[], maxBytes: number) => Promise<readonly Row[]>
  readonly maxAnswerBytes: number
}

/** Reads rows in parts of a limited size, in the order of the ids. Throws 413 for a row above the limit of answers. */
async function* readInParts({ ids, read, maxAnswerBytes }: PartRead) {
  const waiting = [...inChunks(ids)].reverse()
  for (let some = waiting.pop(); some; some = waiting.pop()) {
    let rows = await read(some, MAX_CURRENT_ROW_BYTES)
    const isBeyond = () => rows.some(({ answer }) => answer === null)
    if (isBeyond() && some.length > 1) {
      const half = some.length >> 1
      waiting.push(some.slice(half), some.slice(0, half))
      continue
    }
    if (isBeyond()) rows = await read(some, maxAnswerBytes)
    if (isBeyond()) throw tooLarge(maxAnswerBytes)
    yield { ids: some, rows }
  }
}

const textOf = ({ answer }: Row): string => String(answer).replace(LINE_END, ' ')

/** Rows that one statement answered. */
export interface RowsPart {
  /** The ids that it read, of which `rows` has those that are visible. */
  readonly ids: readonly string[]
  readonly rows: ReadonlyMap<string, string>
}

/**
 * The rows among these ids that the caller may see now and that its filter matches, by id, as the list of rows answers
 * them: in parts of a limited size, in the order of the ids. Throws 413 for a row above the limit of answers.
 */
export async function* readCurrentRows(
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
): AsyncIterable<RowsPart> {
  const { environment, table, policy, runner } = request
  const rule = policy.rule(table, operation)
  if (rule === false) {
    yield { ids, rows: new Map() }
    return
  }
  const read = async (some: readonly string[], maxBytes: number) => {
    checkTime()
    const page = pageOf({ ...request, query: { ...request.query, $limit: some.length } })
    const filter = andAlso(page.filter ?? true, isOneOf(environment, table, some))
    const asked = { offset: 0, maxBytes, wantsCursor: false, wantsTotal: false }
    const compiled = compilePage(environment.model, { ...page, rule, filter, ...asked })
    if (!compiled.ok) throw new Error(compiled.message)
    return runner.read(environment, compiled.statement)
  }
  const { maxAnswerBytes } = request.context.env
  for await (const part of readInParts({ ids, read, maxAnswerBytes }))
    yield {
      ids: part.ids,
      rows: new Map(part.rows.map((row) => [String(row.id), textOf(row)] as const)),
    }
}

/** Rows that one statement answered for several callers. */
export interface SharedPart {
  readonly ids: readonly string[]
  /** The rows that a caller may see, by its number. */
  readonly rowsOf: (caller: number) => ReadonlyMap<string, string>
}

/**
 * The same for several callers of one shape, by one statement for each part; the request is that of the first. Throws if
 * there is no such statement, or if any of them may see a row that is too large.
 */
export async function* readSharedRows(
  request: RowRequest,
  { callers, ids }: { callers: readonly CallerSql[]; ids: readonly string[] },
): AsyncIterable<SharedPart> {
  const { environment, table, runner } = request
  const { viewer } = request.policy
  const view = viewOf(request)
  const read = (some: readonly string[], maxBytes: number) => {
    const page = { table, ids: some, maxBytes, view, viewer }
    const statement = compileShared(environment.model, callers, page)
    if (!statement) throw new Error('live: these callers cannot share a statement')
    return runner.read(environment, statement)
  }
  const { maxAnswerBytes } = request.context.env
  for await (const { ids: some, rows } of readInParts({ ids, read, maxAnswerBytes })) {
    const seen = callers.map(() => new Map<string, string>())
    for (const row of rows) {
      const text = textOf(row)
      for (const caller of String(row.callers).split(','))
        seen[Number(caller)]?.set(String(row.id), text)
    }
    yield { ids: some, rowsOf: (caller) => seen[caller] ?? new Map() }
  }
}

/**
 * Rows of accounts by id, with the columns that rules read; those that no longer exist are left out. All are in memory at
 * once, so that each has a limited size.
 */
export async function readAccounts(
  { environments }: LiveContext,
  {
    environment,
    table,
    ids,
  }: { environment: LiveEnvironment; table: DataTable; ids: readonly string[] },
): Promise<ReadonlyMap<string, Data | 'too large'>> {
  const runner = environments.runnerOf(environment)
  const sort = environment.rules.sort({ table, text: '', seesHidden: true })
  const found = new Map<string, Data | 'too large'>()
  const read = async (some: readonly string[]): Promise<void> => {
    const compiled = compilePage(environment.model, {
      table,
      rule: true,
      filter: isOneOf(environment, table, some),
      sort: sort.ok ? sort.keys : [],
      view: { ...WHOLE_ROW, columns: environment.rules.userColumns },
      viewer: { seesHidden: true },
      limit: some.length,
      maxBytes: MAX_ACCOUNT_BYTES * some.length,
    })
    if (!compiled.ok) throw new Error(compiled.message)
    const rows = await runner.read(environment, compiled.statement)
    if (rows.some(({ answer }) => answer === null) && some.length > 1) {
      for (const id of some) await read([id])
      return
    }
    for (const { id, answer } of rows) {
      const isWithin = answer !== null && Buffer.byteLength(String(answer)) <= MAX_ACCOUNT_BYTES
      found.set(String(id), isWithin ? readStoredObject(String(answer), 'row') : 'too large')
    }
  }
  for (const some of inChunks(ids)) await read(some)
  return found
}
