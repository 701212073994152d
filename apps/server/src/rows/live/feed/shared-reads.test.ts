import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { useOwnServer } from '../../../app/testing/use-own-server.ts'
import { SqliteWorkerPool } from '../../runners/sqlite/sqlite-worker-pool.ts'
import { send } from '../../testing/shelf.ts'
import { connectToData, lockTable } from '../testing/data-database.ts'
import { follow, type LivePlace, livePlace, USERS } from '../testing/live-place.ts'

useOwnServer({ PLINTH_MAX_ANSWER_BYTES: String(1024 * 1024) })
afterEach(() => vi.restoreAllMocks())

const text = (id: string, name: string) => ({ id, name, type: 'text' })
const OPEN = { create: 'true', update: 'true', delete: 'true' }
const MEMBERS = {
  id: 'members',
  name: 'member',
  rules: { ...OPEN, list: 'true', view: 'true' },
  columns: [text('m_team', 'team'), text('m_person', 'person')],
}
const TEAM = '@table.member.team = team && @table.member.person = @request.auth.id'
const LONG = ['one', 'two', 'three']
const tasksWith = (rule: string) => ({
  id: 'tasks',
  name: 'task',
  live: true,
  rules: { ...OPEN, list: rule, view: rule },
  columns: [
    text('t_team', 'team'),
    text('t_role', 'role'),
    ...LONG.map((name) => ({ ...text(`t_${name}`, name), type: 'json' })),
  ],
})
const TASKS = tasksWith(TEAM)

/** The statements with a rule over the members from now on, which no call of the API has here. */
function watchReads(): readonly string[] {
  const texts: string[] = []
  const note = (statement: unknown) => {
    const { text: known } = (statement ?? {}) as { text?: unknown }
    if (typeof known === 'string' && /"member" as a\d/.test(known)) texts.push(known)
  }
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...of: unknown[]
  ) {
    note(of[0])
    return Reflect.apply(query, this, of)
  } as typeof query)
  const { run } = SqliteWorkerPool.prototype
  vi.spyOn(SqliteWorkerPool.prototype, 'run').mockImplementation(function (
    this: SqliteWorkerPool,
    ...of
  ) {
    const [job] = of
    note(job.kind === 'read' ? job.statement : undefined)
    return Reflect.apply(run, this, of)
  })
  return texts
}

/** Users who are members of teams, each with a stream of the tasks. */
async function followAll(place: LivePlace, teams: readonly string[]) {
  const streams: (Awaited<ReturnType<typeof follow>> & { readonly team: string })[] = []
  const users: Awaited<ReturnType<typeof place.newUser>>[] = []
  for (const _ of teams) users.push(await place.newUser())
  await place.add(
    users.map(({ userId }, at) => ({ team: teams[at], person: userId })),
    'member',
  )
  for (const [at, { token }] of users.entries()) {
    const stream = await follow(place, { token, subscription: { table: 'task' } })
    streams.push({ ...stream, team: teams[at] ?? '' })
  }
  return streams
}

describe.each(['sqlite3', 'postgres'] as const)('callers of one rule, %s', (database) => {
  test('200 of them are read by one statement, and each gets only the rows it may see', async () => {
    const place = await livePlace(database, [MEMBERS, TASKS])
    const teams = Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 'a' : 'b'))
    const streams = await followAll(place, teams)
    const reads = watchReads()
    const made: Record<string, string[]> = { a: [], b: [] }
    for (const team of ['a', 'b', 'a', 'b']) {
      const { id } = await place.create({ team }, 'task')
      made[team]?.push(id)
    }
    for (const stream of streams) {
      const own = made[stream.team] ?? []
      const all = await stream.until(({ data }) => data.id === own.at(-1))
      // Idle streams get positions.
      const seen = all.filter(({ event }) => event !== 'position')
      expect(seen.map(({ data }) => [data.type, data.id])).toEqual(own.map((id) => ['create', id]))
    }
    expect(reads.length).toBeGreaterThan(0)
    expect(reads.length).toBeLessThanOrEqual(4)
    for (const stream of streams) stream.close()
  })

  test('rules read columns of the callers, which may be missing or any text', async () => {
    const role = '@table.member.team = team && role = @request.auth.role && role != ""'
    const place = await livePlace(database, [MEMBERS, tasksWith(role)])
    const roles = ['admin', `'"\\{}[],$1?`, null, 'é💥', 'guest']
    await place.create({ team: 'a', person: 'anyone' }, 'member')
    const streams: Awaited<ReturnType<typeof follow>>[] = []
    for (const [at, role] of roles.entries()) {
      const email = `user${at}@example.com`
      const { id } = await place.create({ email, password: 'correct horse', role }, USERS.name)
      const { token } = await place.newUser(id)
      streams.push(await follow(place, { token, subscription: { table: 'task' } }))
    }
    const stranger = await place.newUser()
    const gone = await follow(place, { token: stranger.token, subscription: { table: 'task' } })
    const reads = watchReads()
    const ids: string[] = []
    for (const role of ['', null, ...roles])
      ids.push((await place.create({ team: 'a', role }, 'task')).id)
    for (const [at, role] of roles.entries()) {
      if (role === null) continue
      const { data } = await (streams[at] ?? gone).next('change')
      expect([role, data.id]).toEqual([role, ids[at + 2]])
      expect(data.row).toMatchObject({ role })
    }
    expect(reads.some((read) => read.includes('_plinth_callers'))).toBe(true)
    const { token } = place.owner
    for (const stream of [...streams, gone]) stream.close()
    expect((await place.list(token, {}, 'task')).body.data).toHaveLength(ids.length)
  })

  test('a row that is too large ends the subscriptions of those who may see it', async () => {
    const place = await livePlace(database, [MEMBERS, TASKS])
    const [ann, bob, cy] = await followAll(place, ['a', 'b', 'b'])
    if (!ann || !bob || !cy) throw new Error('no streams')
    const { id: large } = await place.create({ team: 'a' }, 'task')
    const { token } = place.owner
    const query = { $projectId: place.projectId, $columns: 'id' }
    for (const column of LONG) {
      const body = [{ id: large, [column]: 'x'.repeat(400_000) }]
      expect((await send('PUT', 'task', { token, query, body })).status).toBe(200)
    }
    expect((await ann.next('error')).data.error.code).toBe('too_large')
    const { id } = await place.create({ team: 'b' }, 'task')
    for (const stream of [bob, cy])
      expect((await stream.next('change', 'error')).data).toMatchObject({ type: 'create', id })
    for (const stream of [ann, bob, cy]) stream.close()
  })
})

test('callers are read one by one after a statement of all of them that took too long', async () => {
  const place = await livePlace('postgres', [MEMBERS, TASKS])
  const streams = await followAll(place, ['a', 'a', 'a'])
  const unlock = await lockTable(place.projectId, 'member')
  const { id } = await place.create({ team: 'a' }, 'task')
  const { client } = await connectToData(place.projectId)
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%member%'`
  await eventually(async () => {
    const { rows } = await client.query(`${waiting} and query not like '%_plinth_callers%'`)
    return rows.length > 0
  })
  await client.end()
  await unlock()
  for (const stream of streams)
    expect((await stream.next('change', 'error')).data).toMatchObject({ type: 'create', id })
  for (const stream of streams) stream.close()
})
