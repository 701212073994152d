import { randomUUID } from 'node:crypto'
import {
  createKey,
  getRequestChart,
  type LoggedRequest,
  listRequests,
  type REQUEST_KINDS,
} from '@plinth/contract'
import { pino } from 'pino'
import { describe, expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { expectApiError, withPlatform } from '../../app/testing/people.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { readEnv } from '../../foundation/settings/env.ts'
import { NO_LIMITS } from '../../projects/budgets/limits.ts'
import { deploy } from '../testing/shelf.ts'
import { useLibrary } from '../testing/use-library.ts'
import { openRequestRecorder } from './open-request-recorder.ts'
import { deleteExpiredRequests } from './request-log-retention.ts'

type Query = Parameters<typeof logOf>[1]

async function logOf(
  { projectId, owner }: ReturnType<ReturnType<typeof useLibrary>['library']>,
  query: Partial<{
    environment: 'dev' | 'production'
    method: LoggedRequest['method']
    table: string
    status: string
    kind: (typeof REQUEST_KINDS)[number]
    requestId: string
    from: string
    to: string
    cursor: string
    limit: number
  }> = {},
) {
  return owner.client.call(listRequests, { params: { projectId }, query })
}

describe.each(['postgres', 'sqlite3'] as const)('%s', (database) => {
  const { library, by, send, newBook } = useLibrary(database)
  const find = (requestId: string, query: Query = {}) =>
    eventually(async () => (await logOf(library(), { requestId, ...query })).requests[0])

  test('logs requests with caller, table and result', async () => {
    const book = await newBook('ann')
    const filtered = { query: { $filter: 'status = "draft" && pages > 3', $sort: '-pages' } }
    const { ann, owner } = library()
    const user: Partial<LoggedRequest> = { kind: 'user', who: ann.id, whoName: null }
    const cases: [Parameters<typeof send>, Partial<LoggedRequest>][] = [
      [
        ['GET', 'book', { ...by('ann'), ...filtered }],
        { call: 'listRows', filteredBy: ['b_status', 'b_pages'], sortedBy: ['-b_pages'], rows: 0 },
      ],
      [['GET', `book/${book.id}`, by('ann')], { call: 'getRow', rows: 1, status: 200, ...user }],
      [
        ['PUT', `book/${book.id}`, { ...by('ann'), body: { pages: 9 } }],
        { method: 'PUT', call: 'updateRow', rows: 1, ...user },
      ],
      [
        ['PATCH', `book/${book.id}`, { ...by('ann'), body: { pages: 8 } }],
        { method: 'PATCH', call: 'patchRow', rows: 1, ...user },
      ],
      [
        ['GET', 'user', by('owner')],
        { kind: 'staff', who: owner.id, whoName: 'Test Person', rows: 3, table: 'user' },
      ],
      [
        ['GET', `book/${randomUUID()}`, by('guest')],
        { status: 404, kind: 'guest', who: null, rows: 0, table: 'book' },
      ],
      [['GET', 'nothing', by('ann')], { status: 404, table: null, ...user }],
      [
        ['POST', 'book', { ...by('ann'), body: [] }],
        { status: 422, call: 'createRow', table: null, ...user },
      ],
      [
        ['PUT', 'book', { ...by('owner'), body: [{ id: book.id, pages: 1 }] }],
        { call: 'updateRows', rows: 1 },
      ],
      [
        ['DELETE', `book/${book.id}`, by('owner')],
        { method: 'DELETE', call: 'deleteRow', rows: 1 },
      ],
    ]
    const answers: Awaited<ReturnType<typeof send>>[] = []
    for (const [args] of cases) answers.push(await send(...args))
    for (const [at, { status, headers }] of answers.entries()) {
      const entry = await find(headers.get('x-request-id') ?? '')
      expect(entry).toMatchObject({ status, ...cases[at]?.[1] })
      expect(entry.ms).toBeGreaterThan(0)
    }
  })

  test('logs a sign-in of an app user without password and address', async () => {
    const { projectId } = library()
    const canary = randomUUID()
    const answer = await fetch(
      `${inject('server').address}/api/auth/user/sign-in?$projectId=${projectId}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${canary}@example.com`, password: `${canary} word` }),
      },
    )
    expect(answer.status).toBe(401)
    const entry = await find(answer.headers.get('x-request-id') ?? '')
    expect(entry).toMatchObject({ call: 'signInUser', table: 'user', status: 401, kind: 'guest' })
    const page = await send('GET', 'book', {
      ...by('owner'),
      query: { $filter: `code = "${canary}"` },
    })
    await find(page.headers.get('x-request-id') ?? '')
    const [written] = await withPlatform(async (on) => {
      const { rows } = await on.query(
        `select string_agg(entry::text, ' ') as text from request_entry as entry`,
      )
      return rows
    })
    expect(written.text).toContain('b_code')
    expect(written.text).not.toContain(canary)
  })

  test('filters and pages the list, and counts the listed requests in the chart', async () => {
    const others = { ...by('bob'), query: { $filter: 'nonsense =' } }
    const refused = await send('GET', 'shelf', others)
    const answered = await send('GET', 'shelf', by('bob'))
    await find(answered.headers.get('x-request-id') ?? '')
    const entry = await find(refused.headers.get('x-request-id') ?? '')
    const listed = async (query: Query) => (await logOf(library(), query)).requests
    const all = { table: 'shelf' } as const
    expect(await listed({ ...all, status: '4xx' })).toMatchObject([{ id: entry.id, status: 400 }])
    expect(await listed({ ...all, status: '400' })).toHaveLength(1)
    expect(await listed({ ...all, kind: 'key' })).toEqual([])
    expect(await listed({ ...all, method: 'POST' })).toEqual([])
    expect(await listed({ ...all, to: entry.on })).toEqual([])
    const first = await logOf(library(), { ...all, limit: 1 })
    const cursor = first.nextCursor ?? ''
    const second = await logOf(library(), { ...all, limit: 1, cursor })
    expect(second).toMatchObject({ requests: [{ id: entry.id }], nextCursor: null, isOn: true })
    const { projectId, owner } = library()
    const { chart } = await owner.client.call(getRequestChart, {
      params: { projectId },
      query: all,
    })
    expect(chart.total).toMatchObject({ succeeded: 1, refused: 1, failed: 0 })
    expect(chart.sampling).toEqual({ requests: 2, listed: 2, lost: 0 })
  })

  test('production has its own log, which names API keys', async () => {
    const { projectId, admin } = library()
    await deploy(library())
    const { key, secret } = await admin.client.call(createKey, {
      params: { projectId },
      body: {
        name: 'Warehouse',
        environment: 'production',
        tables: [{ table: 'book', operations: ['list'] }],
      },
    })
    const { headers } = await send('GET', 'book', {
      token: secret,
      query: { $environment: 'production' },
    })
    const requestId = headers.get('x-request-id') ?? ''
    const entry = await find(requestId, { environment: 'production' })
    expect(entry).toMatchObject({ kind: 'key', who: key.id, whoName: 'Warehouse', status: 200 })
    expect((await logOf(library(), { requestId })).requests).toEqual([])
  })
})

describe('retention', () => {
  const { library, by, send } = useLibrary('sqlite3')
  const database = () =>
    openDatabase({ url: inject('server').databaseUrl, maxConnections: 2, onError: () => undefined })

  test('deletes entries over the count or age limit, and all of a deleted project', async () => {
    await send('GET', 'book', by('owner'))
    const { projectId } = library()
    const environmentId = await eventually(async () => {
      const rows = await withPlatform((on) =>
        on.query(
          `select environment_id as id from request_retention join environment on id = environment_id
           where project_id = $1`,
          [projectId],
        ),
      )
      return rows.rows[0]?.id as string | undefined
    })
    const db = database()
    const fill = (id: string, hours: number, count: number) =>
      withPlatform((on) =>
        on.query(
          `with entered as (insert into request_entry (environment_id, answered_at, request_id, call,
             method, table_name, status, ms, rows, kind, equal, ranged, sorted, to_end)
           select $1, now() - $2 * interval '1 hour', gen_random_uuid(), 'listRows', 'GET', 'old', 200,
             1, 1, 'guest', '', '', '', false from generate_series(1, $3))
           insert into request_retention (environment_id, entries) values ($1, $3)
           on conflict (environment_id) do update set entries = request_retention.entries + $3, due_at = now()`,
          [id, hours, count],
        ),
      )
    const left = async (id: string) => {
      const counted = `select count(*)::int as n from request_entry where environment_id = $1 and table_name = 'old'`
      return (await withPlatform((on) => on.query(counted, [id]))).rows[0].n
    }
    const env = readEnv([], { PLINTH_REQUEST_DAYS: '2', PLINTH_REQUEST_COUNT: '1000' })
    try {
      // More than the slack, so that they are due even though the server under test, with wider limits, just checked.
      await fill(environmentId, 1, 2_500)
      await fill(environmentId, 72, 10)
      await fill('env_gone', 1, 20)
      await eventually(async () => {
        while (await deleteExpiredRequests({ db, env, budgets: { of: () => NO_LIMITS } }));
        return (await left(environmentId)) <= 1_000 && (await left('env_gone')) === 0
      })
      expect(await left(environmentId)).toBeGreaterThan(900)
    } finally {
      await db.close()
    }
  })

  test('buffers requests while the platform database is down and writes them later', async () => {
    const db = database()
    const { projectId } = library()
    const environments = { find: async () => undefined } as never
    let isAway = true
    const away = {
      ...db,
      query: (asked: never) => (isAway ? Promise.reject(new Error('away')) : db.query(asked)),
    }
    const env = readEnv([], {})
    const log = pino({ level: 'silent' })
    const recorder = openRequestRecorder({ db: away as typeof db, env, environments, log })
    const requestId = randomUUID()
    const [environment] = await withPlatform(
      async (on) =>
        (
          await on.query(`select id from environment where project_id = $1 and name = 'dev'`, [
            projectId,
          ])
        ).rows,
    )
    recorder.add({
      id: requestId,
      call: 'listRows',
      method: 'GET',
      status: 200,
      ms: 1,
      caller: { kind: 'guest' },
      sent: { hostname: '', query: {} },
      trace: { key: undefined, environment, table: undefined, rows: 1, asked: undefined },
    })
    await recorder.stop()
    isAway = false
    await recorder.stop()
    await db.close()
    expect((await logOf(library(), { requestId })).requests).toHaveLength(1)
  })

  test('rejects a time span that ends before it begins', async () => {
    const { projectId, owner } = library()
    const query = { from: '2026-03-04T05:00:00Z', to: '2026-03-03T05:00:00Z' }
    const call = owner.client.call(getRequestChart, { params: { projectId }, query })
    expect(await expectApiError(call)).toMatchObject({ status: 422 })
  })
})
