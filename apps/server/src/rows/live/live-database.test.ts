import { getLiveUsage } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../../app/startup/start-server.ts'
import { clientOf } from '../../app/testing/people.ts'
import { startBeside } from '../../app/testing/start-beside.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { BLOG_TABLES } from '../testing/blog-tables.ts'
import { follow, type LivePlace, livePlace, NOTES, USERS } from './testing/live-place.ts'

const text = (id: string, name: string) => ({ id, name, type: 'text' })
const OPEN = { create: 'true', update: 'true', delete: 'true' }
const MEMBERS = {
  id: 'members',
  name: 'member',
  rules: { ...OPEN, list: 'true', view: 'true' },
  columns: [text('m_team', 'team'), text('m_person', 'person')],
}
const TEAM = '@table.member.team = team && @table.member.person = @request.auth.id'
const TASKS = {
  id: 'tasks',
  name: 'task',
  live: true,
  rules: { ...OPEN, list: TEAM, view: TEAM },
  columns: [text('t_title', 'title'), text('t_team', 'team')],
}
/** Rules that read the row of the user. */
const ROLE = 'level = @request.auth.role'
const PAPERS = {
  id: 'papers',
  name: 'paper',
  live: true,
  rules: { ...OPEN, list: ROLE, view: ROLE },
  columns: [text('p_level', 'level')],
}

describe.each(['sqlite3', 'postgres'] as const)(
  'rows that the log does not decide, %s',
  (database) => {
    test('a rule that reads other tables is judged by the database', async () => {
      const place = await livePlace(database, [MEMBERS, TASKS])
      const [ann, bob] = [await place.newUser(), await place.newUser()]
      await place.create({ team: 'a', person: ann.userId }, 'member')
      const open = (token: string, filter?: string) =>
        follow(place, { token, subscription: { table: 'task', ...(filter && { filter }) } })
      const hers = await open(ann.token)
      const his = await open(bob.token)
      const { id } = await place.create({ team: 'a', title: 'one' }, 'task')
      const created = await hers.next('change')
      expect(created.data).toMatchObject({ type: 'create', id, row: { title: 'one' } })
      await place.update(id, { title: 'two' }, 'task')
      expect((await hers.next('change')).data).toMatchObject({
        type: 'update',
        row: { title: 'two' },
      })
      await place.create({ team: 'a', person: bob.userId }, 'member')
      await place.update(id, { title: 'three' }, 'task')
      const entered = await his.next('change')
      expect(entered.data).toMatchObject({ type: 'update', row: { title: 'three' } })
      await place.update(id, { team: 'b' }, 'task')
      const gone = await hers.until(({ data }) => data.type === 'leave')
      expect(Object.keys(gone.at(-1)?.data).sort()).toEqual([
        'id',
        'position',
        'subscriptions',
        'type',
      ])
      hers.close()
      his.close()
      const filtered = await open(bob.token, 'title = "never"')
      await place.update(id, { title: 'four' }, 'task')
      await place.create({ team: 'a', title: 'never' }, 'task')
      expect((await filtered.next('change')).data.type).toBe('create')
      filtered.close()
    })

    test('a rule that reads the row of the user follows that row', async () => {
      const place = await livePlace(database, [PAPERS])
      const account = { email: 'ann@example.com', password: 'a password of ann', role: 'high' }
      const user = await place.create(account, 'user')
      const { token } = await place.newUser(user.id)
      const stream = await follow(place, { token, subscription: { table: 'paper' } })
      const { id: high } = await place.create({ level: 'high' }, 'paper')
      expect((await stream.next('change')).data.id).toBe(high)
      await place.update(user.id, { role: 'low' }, 'user')
      await place.create({ level: 'high' }, 'paper')
      const { id: low } = await place.create({ level: 'low' }, 'paper')
      expect((await stream.next('change')).data.id).toBe(low)
      stream.close()
    })

    test('of the row of the user only what rules read counts, at most 16 KB', async () => {
      const long = (id: string, name: string) => ({ ...text(id, name), options: { max: 20_000 } })
      const others = USERS.columns.filter(({ name }) => name !== 'role')
      const columns = [...others, long('u_role', 'role'), long('u_bio', 'bio')]
      const place = await livePlace(database, [{ ...USERS, columns }, PAPERS])
      const follower = async (name: string, row: object) => {
        const email = `${name}@example.com`
        const user = await place.create({ ...row, email, password: 'a password' }, 'user')
        const { token } = await place.newUser(user.id)
        return follow(place, { token, subscription: { table: 'paper' } })
      }
      const refused = await follower('ann', { role: 'x'.repeat(17_000) })
      const served = await follower('bob', { role: 'high', bio: 'x'.repeat(17_000) })
      const { id } = await place.create({ level: 'high' }, 'paper')
      const { error } = (await refused.next('error')).data
      expect(error).toMatchObject({
        code: 'too_large',
        message: expect.stringMatching(/16 KB of your account/),
      })
      expect((await served.next('change')).data.id).toBe(id)
      refused.close()
      served.close()
    })

    test('rows with relations are sent as a list returns them, in both versions', async () => {
      const live = BLOG_TABLES.map((each) => (each.id === 'posts' ? { ...each, live: true } : each))
      const place = await livePlace(database, live)
      const { id: author } = await place.create({ name: 'Ann' }, 'writer')
      const tags = [(await place.create({ name: 'x' }, 'tag')).id]
      const { token } = await place.newUser()
      const callers = ['v1', 'v2'].flatMap(($version) =>
        [token, place.owner.token].map((own) => ({ $version, own })),
      )
      // All at once: callers who see the same rows share a read, in the shape of their version.
      const streams = await Promise.all(
        callers.map(({ $version, own }) =>
          follow(place, { token: own, query: { $version }, subscription: { table: 'post' } }),
        ),
      )
      const { id } = await place.create({ title: 'first', author, tags }, 'post')
      for (const [at, { $version, own }] of callers.entries()) {
        const query = { $version, $filter: `id = "${id}"` }
        const listed = (await place.list(own, query, 'post')).body.data as object[]
        expect((await streams[at]?.next('change'))?.data.row).toEqual(listed[0])
        streams[at]?.close()
      }
    })

    test('initial rows come first, in step with the changes, and within their limit', async () => {
      const place = await livePlace(database)
      const { token } = await place.newUser()
      await place.add(
        Array.from({ length: 250 }, (_, count) => ({
          title: `row ${count}`,
          status: 'public',
          count,
        })),
      )
      const rows = (filter?: string) => ({
        token,
        subscriptions: [{ id: 's', table: 'note', rows: true, ...(filter && { filter }) }],
      })
      const stream = await place.open(rows())
      const first = await stream.until(({ event }) => event === 'subscribed')
      const pages = first.filter(({ event }) => event === 'rows').map(({ data }) => data)
      expect(pages.map(({ more }) => more)).toEqual([true, false])
      const ids = pages.flatMap((page) => page.rows.map((row: { id: string }) => row.id))
      expect(new Set(ids).size).toBe(250)
      const listed = (await place.list(token, { $limit: '250' })).body.data as object[]
      expect(pages.flatMap((page) => page.rows)).toEqual(listed)
      const { id } = await place.create({ status: 'public' })
      expect((await stream.next('change')).data.id).toBe(id)
      stream.close()

      const one = await place.open(rows('count = 7'))
      expect((await one.next('rows')).data.rows).toMatchObject([{ title: 'row 7' }])
      one.close()
      await place.add(Array.from({ length: 760 }, () => ({ status: 'public' })))
      const refused = await place.open(rows())
      const ended = await refused.next('error')
      expect(ended.data).toMatchObject({ subscription: 's', error: { code: 'too_large' } })
      refused.close()
    })
  },
)

describe('several processes', () => {
  let place: LivePlace
  let beside: RunningServer
  beforeAll(async () => {
    place = await livePlace('postgres', [NOTES])
    beside = await startBeside()
  })
  afterAll(() => beside.stop())

  test('any of them changes the subscriptions of a stream, and counts it', async () => {
    const [ann, bob] = [await place.newUser(), await place.newUser()]
    const stream = await place.open({ token: ann.token, address: beside.address })
    const { connectionId } = (await stream.next('open')).data
    const post = async (token: string, body: object) => {
      const { projectId } = place
      const url = `/api/data/$events?$projectId=${projectId}`
      const answer = await fetch(`${testServer().address}${url}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ connectionId, ...body }),
      })
      return answer.status
    }
    // Larger than one notification.
    const filter = `title != "${'ü'.repeat(1_900)}"`
    const subscribe = Array.from({ length: 8 }, (_, at) => ({
      id: `s${at}`,
      table: 'note',
      filter,
    }))
    expect(await post(bob.token, { subscribe })).toBe(404)
    expect(await post(ann.token, { subscribe })).toBe(202)
    expect(await post(ann.token, { subscribe })).toBe(409)
    for (const _ of subscribe) await stream.next('subscribed')
    const params = { projectId: place.projectId }
    const usage = await clientOf(place.owner.token).call(getLiveUsage, { params })
    expect(usage).toMatchObject({ connections: 1, subscriptions: 8 })
    const { id } = await place.create({ status: 'public' })
    expect((await stream.next('change')).data.id).toBe(id)
    stream.close()
  })

  test('each delivers the changes that another one writes', async () => {
    const { token } = await place.newUser()
    const streams = [
      await follow(place, { token }),
      await follow(place, { token, address: beside.address }),
    ]
    for (let count = 0; count < 20; count += 1) await place.create({ status: 'public', count })
    for (const stream of streams) {
      const seen: number[] = []
      while (seen.length < 20) seen.push((await stream.next('change')).data.row.count)
      expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => at))
      stream.close()
    }
  })
})
