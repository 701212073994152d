import { MAX_INITIAL_ROWS } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import { asId } from '../../databases/sql/bind-values.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { isStaleFault } from '../environments/environments.ts'
import { pageOf } from '../read/list-rows.ts'
import { readAuthUser } from '../request/access-policy.ts'
import { openEnvironment } from '../request/resolve-environment.ts'
import type { RowRequest } from '../request/row-request.ts'
import { tooLarge } from '../request/too-large.ts'
import { DatabaseFault } from '../runners/database-fault.ts'
import { compilePage } from '../statements/select/compile-select.ts'
import { encodeCursor } from '../statements/select/cursor.ts'
import { SLOW_BACKLOG_BYTES } from './limits/live-limits.ts'
import { knownAuthOf, livePolicy, userOf } from './live-caller.ts'
import type { LiveConnection, RowSubscription } from './live-connection.ts'
import { type LiveContext, rowRequestOf } from './live-request.ts'
import { readCurrentRows } from './read-current.ts'

const PAGE_ROWS = 200
/** A page ends at so many bytes, so that a client reads it before the next one. */
const PAGE_BYTES = 262_144
const LINE_ENDS = /[\r\n]/g
const DRAIN_MS = 50
/** A sync that uses the tables for longer ends the subscription with an error. */
const IN_USE_MS = 10_000

const tooMany = () =>
  new ApiError(
    'too_large',
    `The subscription matches more than ${MAX_INITIAL_ROWS} rows. Narrow its filter, or list the rows and subscribe without them.`,
  )

/** The caller as rules see it now, with the user's row where rules read it. */
async function authOf(
  context: LiveContext,
  { connection, plan }: RowSubscription,
): Promise<Data | null> {
  const { environment } = plan
  const user = userOf(connection.live, environment)
  if (!plan.needsUser || !user) return knownAuthOf(connection.live, environment)
  const runner = context.environments.runnerOf(environment)
  return readAuthUser({ context, environment, runner }, { ...user, isNeeded: true })
}

interface PageOfTexts {
  readonly ids: readonly string[]
  readonly rows: readonly string[]
  readonly cursor: string | undefined
}

async function readTexts(
  request: RowRequest,
  cursor: string | undefined,
  maxBytes: number,
): Promise<PageOfTexts> {
  const { environment, runner } = request
  const { cursor: _, ...page } = pageOf({
    ...request,
    query: { ...request.query, $limit: PAGE_ROWS },
  })
  if (page.rule === false || page.filter === false) return { ids: [], rows: [], cursor: undefined }
  const asked = { ...page, offset: 0, maxBytes, wantsCursor: true, wantsTotal: false }
  const compiled = compilePage(environment.model, { ...asked, ...(cursor && { cursor }) })
  if (!compiled.ok) throw new Error(compiled.message)
  const found = await runner.read(environment, compiled.statement)
  const sent = found.slice(0, PAGE_ROWS).filter(({ answer }) => answer !== null)
  const first = found[0]
  if (first && sent.length === 0) {
    const { maxAnswerBytes } = request.context.env
    // A row that is larger than a page is one of its own.
    if (maxBytes >= maxAnswerBytes) throw tooLarge(maxAnswerBytes)
    return readTexts(request, cursor, maxAnswerBytes)
  }
  const last = sent.at(-1)
  return {
    ids: sent.map(({ id }) => String(id)),
    rows: sent.map(({ answer }) => String(answer).replace(LINE_ENDS, ' ')),
    cursor:
      last && found.length > sent.length
        ? encodeCursor(compiled.signature, String(last.keys))
        : undefined,
  }
}

/** Waits until the client has read most of what it was sent; a client that reads nothing is cut meanwhile. */
export async function drain(connection: LiveConnection): Promise<void> {
  while (!connection.isEnded && connection.backlog > SLOW_BACKLOG_BYTES)
    await new Promise((resolve) => setTimeout(resolve, DRAIN_MS))
}

/** Runs one read when it is its turn. */
export type InTurn = <Found>(read: () => Promise<Found>) => Promise<Found>

/** The tables or rules have changed since the plan of a subscription was made. */
export class PlanChanged extends Error {}

/**
 * A request with the rights that the caller has now: the pages of one read may be minutes apart. Throws PlanChanged after a
 * sync.
 */
async function requestNow(
  context: LiveContext,
  subscription: RowSubscription,
): Promise<RowRequest> {
  const { projectId, name } = subscription.plan.environment
  const now = await openEnvironment(context, { projectId, environment: name })
  if (now !== subscription.plan.environment) throw new PlanChanged()
  const auth = await authOf(context, subscription)
  const { connection, plan } = subscription
  const { environment, table, query } = plan
  const policy = livePolicy(connection.live, { environment, auth, now: Date.now() })
  return rowRequestOf(context, { environment, table, policy, query })
}

const isInUse = (error: unknown): boolean =>
  error instanceof DatabaseFault && (error.fault.kind === 'busy' || error.fault.kind === 'stale')

/** Reads again while the tables are in use: a sync ends soon, and then PlanChanged is thrown. */
async function readWhenFree<Found>(
  connection: LiveConnection,
  read: () => Promise<Found>,
): Promise<Found> {
  const until = performance.now() + IN_USE_MS
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!isInUse(error) || connection.isEnded || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, DRAIN_MS))
    }
  }
}

/** Reads with the rights of now. Throws PlanChanged if a sync has come meanwhile, however the read ended. */
async function readNow<Found>(
  context: LiveContext,
  subscription: RowSubscription,
  read: (request: RowRequest) => Promise<Found>,
): Promise<Found> {
  const request = await requestNow(context, subscription)
  try {
    return await read(request)
  } catch (error) {
    if (isStaleFault(error)) context.environments.evict(request.environment)
    if (error instanceof DatabaseFault) await requestNow(context, subscription)
    throw error
  }
}

/** Sends the rows that a subscription begins with. Throws 413 if there are more than the limit. */
export async function sendInitialRows(
  context: LiveContext,
  subscription: RowSubscription,
  inTurn: InTurn,
): Promise<void> {
  const { connection, asked } = subscription
  const send = (ids: Iterable<string>, rows: readonly string[], isMore: boolean) => {
    if (subscription.isInDatabase) for (const id of ids) subscription.sent.add(id)
    const name = JSON.stringify(asked.id)
    connection.add('rows', `{"subscription":${name},"rows":[${rows.join()}],"more":${isMore}}`)
    connection.flush()
  }
  if (asked.row !== undefined) {
    const id = asId(asked.row)
    const read = async (request: RowRequest, ids: readonly string[]) => {
      for await (const { rows } of readCurrentRows(request, { operation: 'view', ids })) return rows
      return new Map<string, string>()
    }
    const found = id
      ? await readWhenFree(connection, () =>
          inTurn(() => readNow(context, subscription, (request) => read(request, [id]))),
        )
      : new Map<string, string>()
    return send(found.keys(), [...found.values()], false)
  }
  let count = 0
  let cursor: string | undefined
  do {
    const from = cursor
    const page: PageOfTexts = await readWhenFree(connection, () =>
      inTurn(() =>
        readNow(context, subscription, (request) => readTexts(request, from, PAGE_BYTES)),
      ),
    )
    if (!connection.has(subscription)) return
    count += page.rows.length
    if (count > MAX_INITIAL_ROWS || (page.cursor && count >= MAX_INITIAL_ROWS)) throw tooMany()
    send(page.ids, page.rows, page.cursor !== undefined)
    cursor = page.cursor
    await drain(connection)
  } while (cursor !== undefined && connection.has(subscription))
}
