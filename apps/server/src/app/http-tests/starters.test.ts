import { randomUUID } from 'node:crypto'
import { createRow, listRows, type Row, signUpUser, updateRow } from '@plinth/contract'
import { runRuleTests } from '@plinth/expression'
import { STARTER_IDS, type StarterId } from '@plinth/schema'
import { describe, expect, test } from 'vitest'
import { send } from '../../rows/testing/shelf.ts'
import { applyStarter } from './testing/apply-starter.ts'

type Applied = Awaited<ReturnType<typeof applyStarter>>

/** A first use of each starter by a guest, a user or staff, as its rules allow; its workflow follows. */
const USES: Record<StarterId, (applied: Applied) => Promise<void>> = {
  shop: async ({ query, idOf, runSets }) => {
    const offered = await send('GET', 'products', { query })
    expect((offered.body.data as Row[]).map(({ name }) => name).sort()).toEqual([
      'Green tea',
      'Stoneware mug',
      'Teapot',
    ])
    const order = { product: idOf('pot'), customer: 'new@example.com' }
    const cheap = await send('POST', 'orders', { query, body: { ...order, price: 1 } })
    expect(cheap.status).toBe(403)
    const placed = await send('POST', 'orders', { query, body: order })
    expect(placed.status).toBe(200)
    const { row, runs } = await runSets('orders', (placed.body.data as Row).id, 'price')
    expect(row).toMatchObject({ price: 39.9, status: 'new', product: idOf('pot') })
    expect(runs).toHaveLength(1)
  },
  tasks: async ({ client, query, idOf, runSets }) => {
    expect((await send('GET', 'tasks', { query })).body.data).toEqual([])
    const params = { table: 'tasks', id: idOf('logo') }
    // Nobody is assigned to it: a guest, who has no id either, must not count as the one who is.
    const guest = await send('PUT', `tasks/${params.id}`, { query, body: { status: 'done' } })
    expect(guest.status).toBe(404)
    await client.call(updateRow, { params, query, body: { status: 'done' } })
    const { row, runs } = await runSets('tasks', params.id, 'doneOn')
    expect(Date.now() - Date.parse(String(row.doneOn))).toBeLessThan(60_000)
    expect(runs).toHaveLength(1)
  },
  blog: async ({ client, query, runSets }) => {
    const published = await send('GET', 'posts', { query })
    expect(published.body.data).toHaveLength(2)
    const { token, user } = await client.call(signUpUser, {
      params: { table: 'users' },
      query,
      body: { email: `${randomUUID()}@example.com`, password: randomUUID() },
    })
    // Neither a guest nor a draft of a deleted account has an id: they must not count as equal.
    const orphan = { table: 'posts' }
    const draft = { title: 'Left behind', status: 'draft' }
    const { data: left } = await client.call(createRow, { params: orphan, query, body: draft })
    const { id: leftId } = left as Row
    expect((await send('GET', 'posts', { query })).body.data).toHaveLength(2)
    for (const [method, sent] of [['GET'], ['PUT', { title: 'Taken' }], ['DELETE']] as const)
      expect((await send(method, `posts/${leftId}`, { query, body: sent })).status).toBe(404)
    const comment = { text: 'Whose?', post: (published.body.data as Row[])[0]?.id }
    const made = await client.call(createRow, {
      params: { table: 'comments' },
      query,
      body: comment,
    })
    const commentPath = `comments/${(made.data as Row).id}`
    expect((await send('GET', commentPath, { query })).status).toBe(200)
    expect((await send('DELETE', commentPath, { query })).status).toBe(404)
    const body = { title: 'Mine', status: 'published', author: user.id }
    const stolen = { ...body, author: published.body.data[0] }
    expect((await send('POST', 'posts', { query, token, body: stolen })).status).not.toBe(200)
    const posted = await send('POST', 'posts', { query, token, body })
    expect(posted.status).toBe(200)
    await runSets('posts', (posted.body.data as Row).id, 'publishedOn')
  },
}

describe.each(['sqlite3', 'postgres'] as const)('starters on %s', (database) => {
  test.each(STARTER_IDS)('%s syncs, passes its rule tests, and its workflow runs', async (id) => {
    const applied = await applyStarter(id, database)
    const { client, query, starter, newConfiguration } = applied
    const results = runRuleTests(newConfiguration, { now: Date.now(), constants: [] })
    expect(results.length).toBeGreaterThan(4)
    expect(results.filter(({ passes }) => !passes)).toEqual([])
    for (const { name } of starter.tables) {
      const { data } = await client.call(listRows, { params: { table: name }, query })
      expect(data).toHaveLength(starter.rows.filter(({ table }) => table === name).length)
    }
    await USES[id](applied)
  })
})
