import { randomUUID } from 'node:crypto'
import { explainRow } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { CLUSTER_VERSIONS } from '../../app/testing/own-cluster.ts'
import { openComputedServer, type Row, type Sending } from '../testing/computed-server.ts'

/** The server's own role has no access to views here, so every successful read went through the reader role. */
describe.each(CLUSTER_VERSIONS)('Computed tables over HTTP, PostgreSQL %i', (version) => {
  const held: { server?: Awaited<ReturnType<typeof openComputedServer>> } = {}
  const server = () => {
    if (!held.server) throw new Error('The server has not started')
    return held.server
  }
  let post: Row
  let childsPost: Row
  const guest = (method: string, path: string, sending: Sending = {}) =>
    server().send(method, path, sending)
  const staff = (method: string, path: string, sending: Sending = {}) =>
    server().send(method, path, { ...sending, token: server().token })
  const namesIn = ({ body }: { body: { data: Row[] } }, key: string) =>
    body.data.map((row) => row[key])

  beforeAll(async () => {
    held.server = await openComputedServer(version)
    for (const body of [
      { name: 'Ann', age: 70, pin: 'secret' },
      { name: 'Kid', age: 7 },
    ])
      await staff('POST', 'person', { body })
    post = (await staff('POST', 'post', { body: { by: 'Ann', title: 'One', pin: 'x' } })).body.data
    childsPost = (await staff('POST', 'post', { body: { by: 'Kid', title: 'Two' } })).body.data
  })
  afterAll(() => held.server?.close())

  test('the server role has no access to the view', async () => {
    await server().withSchema(async (client) => {
      await expect(client.query('select * from adult')).rejects.toMatchObject({ code: '42501' })
      expect((await client.query('select name from person order by name')).rows).toHaveLength(2)
    })
  })

  test('a guest lists, counts, filters, sorts and views a Computed table', async () => {
    const listed = await guest('GET', 'adult', { query: { $version: 'v2', $sort: '-age' } })
    expect(listed).toMatchObject({ status: 200, body: { total: 1, data: [{ name: 'Ann' }] } })
    expect((await guest('GET', 'adult', { query: { $filter: 'age > 90' } })).body.data).toEqual([])
    const { id } = listed.body.data[0]
    expect((await guest('GET', `adult/${id}`)).body.data).toMatchObject({ name: 'Ann' })
  })

  test('a rule of another table that reads it applies to lists, counts, single rows and relations', async () => {
    const listed = await guest('GET', 'post', { query: { $version: 'v2' } })
    expect(listed).toMatchObject({ status: 200, body: { total: 1, data: [{ title: 'One' }] } })
    expect((await guest('GET', `post/${post.id}`)).status).toBe(200)
    expect((await guest('GET', `post/${childsPost.id}`)).status).toBe(404)
    const body = { by: 'Ann', post: post.id }
    await staff('POST', 'note', { body })
    await staff('POST', 'note', { body: { ...body, by: 'Kid' } })
    const wide = await guest('GET', `post/${post.id}`, { query: { $withRelation: 'notes' } })
    expect(wide.body.data.expand.notes).toMatchObject([{ by: 'Ann' }])
    const filtered = await guest('GET', 'post', { query: { $filter: 'notes.by ?= "Ann"' } })
    expect(namesIn(filtered, 'title')).toEqual(['One'])
    const hidden = await guest('GET', 'post', { query: { $filter: 'notes.by ?= "Kid"' } })
    expect(namesIn(hidden, 'title')).toEqual([])
  })

  test('staff can export it, query it and explain its rules', async () => {
    for (const path of ['adult', 'post']) {
      const query = new URLSearchParams({ $projectId: server().projectId })
      const answer = await fetch(`${server().address}/api/data/${path}/export?${query}`, {
        headers: { authorization: `Bearer ${server().token}` },
      })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('Ann')
    }
    const raw = (query: string) => staff('POST', 'adult', { body: { query } })
    expect((await raw('select name from adult')).body.data).toEqual([{ name: 'Ann' }])
    expect((await raw('select pin from person')).status).toBe(400)
    const told = await server().client.call(explainRow, {
      params: { projectId: server().projectId },
      body: { environment: 'dev', table: 'post', rowId: childsPost.id, user: null },
    })
    expect(told.operations.map(({ verdict }) => verdict)).toEqual(Array(5).fill('denied'))
  })

  test('a rule that reads it allows or denies a create', async () => {
    const made = await guest('POST', 'post', { body: { by: 'Ann', title: 'Made', pin: 'x' } })
    expect(made).toMatchObject({ status: 200, body: { data: { title: 'Made' } } })
    expect((await guest('POST', 'post', { body: { by: 'Kid' } })).status).toBe(403)
  })

  test('an update is checked against the row before and after', async () => {
    const to = (id: string, body: object) => guest('PUT', `post/${id}`, { body })
    expect((await to(post.id, { title: 'New' })).body.data).toMatchObject({ title: 'New' })
    expect((await to(post.id, { by: 'Kid' })).status).toBe(404)
    expect((await to(childsPost.id, { title: 'New' })).status).toBe(404)
    expect((await to(childsPost.id, { by: 'Ann' })).status).toBe(404)
    const many = (body: object[]) => guest('PUT', 'post', { body })
    expect((await many([{ id: post.id, title: 'Bulk' }])).body.data).toMatchObject([
      { title: 'Bulk' },
    ])
    expect(
      (
        await many([
          { id: post.id, title: 'No' },
          { id: childsPost.id, title: 'No' },
        ])
      ).status,
    ).toBe(404)
    expect((await staff('GET', `post/${post.id}`)).body.data.title).toBe('Bulk')
  })

  test('links can be set only to rows that the caller may see and change', async () => {
    const own = (await staff('POST', 'note', { body: { by: 'Ann' } })).body.data
    const childs = (await staff('POST', 'note', { body: { by: 'Kid' } })).body.data
    const made = (notes: string[]) =>
      guest('POST', 'post', { body: { by: 'Ann', title: 'Linked', notes } })
    expect((await made([own.id])).body.data).toMatchObject({ notes: [own.id] })
    expect((await made([childs.id])).status).toBe(422)
    expect((await made([own.id, childs.id])).status).toBe(422)
  })

  test('links to hidden rows stay when the caller sends a list without them', async () => {
    const made = async (path: string, body: object) =>
      (await staff('POST', path, { body })).body.data
    const linked = await made('post', { by: 'Ann', title: 'Linked' })
    const shown = await made('note', { by: 'Ann', post: linked.id })
    const hidden = await made('note', { by: 'Kid', post: linked.id })
    const sent = await guest('PUT', `post/${linked.id}`, { body: { notes: [] } })
    expect(sent).toMatchObject({ status: 200, body: { data: { notes: [] } } })
    const postOf = async ({ id }: Row) => (await staff('GET', `note/${id}`)).body.data.post
    expect([await postOf(shown), await postOf(hidden)]).toEqual([null, linked.id])
    const own = await made('note', { by: 'Ann', post: childsPost.id })
    for (const [path, body] of [
      [`note/${own.id}`, { post: null }],
      ['note', [{ id: own.id, post: null }]],
    ] as const)
      expect((await guest('PUT', path, { body })).status).toBe(200)
    expect(await postOf(own)).toBe(childsPost.id)
  })

  test('a rule that reads it allows or denies a delete', async () => {
    const made = await staff('POST', 'post', { body: { by: 'Ann' } })
    expect((await guest('DELETE', `post/${childsPost.id}`)).status).toBe(404)
    expect((await guest('DELETE', `post/${made.body.data.id}`)).status).toBe(200)
    expect((await guest('DELETE', 'post', { body: [childsPost.id] })).status).toBe(404)
    expect((await staff('GET', `post/${childsPost.id}`)).status).toBe(200)
  })

  test('a create with an Idempotency-Key happens once and repeats its answer', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const make = () =>
      guest('POST', 'post', {
        headers,
        query: { $withRelation: 'notes' },
        body: { by: 'Ann', title: 'Once' },
      })
    const [first, second] = [await make(), await make()]
    expect(first).toMatchObject({
      status: 200,
      body: { data: { title: 'Once', expand: { notes: [] } } },
    })
    expect(second).toEqual(first)
  })

  test.each([
    ['and is denied if the rule no longer holds', 'Kid', 404],
    ['and goes on if the rule still holds', 'Ann', 200],
  ])(
    'a row that changes between check and write is checked again %s',
    async (_then, by, status) => {
      const { id } = (await staff('POST', 'post', { body: { by: 'Ann', title: 'Race' } })).body.data
      await server().withSchema(async (client) => {
        const { rows } = await client.query('select pg_backend_pid() as pid')
        await client.query('begin')
        await client.query(
          `update post set by = $2, "updatedOn" = "updatedOn" + interval '1 second' where id = $1`,
          [id, by],
        )
        const writing = guest('PUT', `post/${id}`, { body: { title: 'Raced' } })
        await eventually(() =>
          server().withSchema(async (other) => {
            const waiting = await other.query(
              'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
              [rows[0].pid],
            )
            return (waiting.rowCount ?? 0) > 0
          }),
        )
        await client.query('commit')
        expect((await writing).status).toBe(status)
      })
    },
  )
})
