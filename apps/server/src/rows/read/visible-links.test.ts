import { randomUUID } from 'node:crypto'
import { createKey } from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { LINKED_TABLES } from '../testing/linked-tables.ts'
import { type Library, openLibrary, type Sending, send } from '../testing/shelf.ts'

interface Topic {
  id: string
  notes: string[]
  labels: string[]
  lead: string | null
  twin: string | null
  memos: string[]
}

describe.each(['postgres', 'sqlite3'] as const)('ids in relation columns, on %s', (database) => {
  let library: Library
  let topic: string
  let notes: Record<'open' | 'ann' | 'bob', string>
  let memo: string
  beforeAll(async () => {
    library = await openLibrary(database, LINKED_TABLES)
    const { ann, bob } = library
    notes = {
      open: await made('note', { isOpen: true }),
      ann: await made('note', { owner: ann.id, reader: bob.id }),
      bob: await made('note', { owner: bob.id, reader: bob.id }),
    }
    topic = await newTopic()
    memo = await made('memo', { topic })
  })
  const here = (method: string, path: string, sending: Sending = {}) =>
    send(method, path, {
      ...sending,
      query: { $projectId: library.projectId, ...sending.query },
    })
  const made = async (table: string, body: object): Promise<string> => {
    const answer = await here('POST', table, { token: library.owner.token, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return (answer.body.data as { id: string }).id
  }
  const newTopic = () => {
    const all = [notes.ann, notes.open, notes.bob]
    return made('topic', { name: 'T', notes: all, labels: all, lead: notes.ann, twin: notes.bob })
  }
  const tokenOf = (who: string) =>
    ({ owner: library.owner, ann: library.ann, bob: library.bob, eve: library.eve })[who]?.token
  const readAs = async (who: string, id = topic) => {
    const { body } = await here('GET', `topic/${id}`, { token: tokenOf(who) })
    return body.data as Topic
  }
  const listAs = async (who: string, query: Record<string, string> = {}) => {
    const answer = await here('GET', 'topic', { token: tokenOf(who), query })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data as Topic[]
  }
  const newKey = async (tables: string[]) => {
    const { secret } = await library.owner.client.call(createKey, {
      params: { projectId: library.projectId },
      body: {
        name: randomUUID(),
        environment: 'dev',
        tables: tables.map((table) => ({ table, operations: ['list' as const, 'view' as const] })),
      },
    })
    return secret
  }
  /** The links of the topic that each caller sees, in order. */
  const expected = (who: string): Partial<Topic> => {
    const { ann, open, bob } = notes
    const seen = {
      owner: [ann, open, bob],
      guest: [open],
      ann: [ann, open],
      bob: [open, bob],
      eve: [open],
    }[who] as string[]
    return {
      notes: [...seen].sort(),
      labels: seen,
      lead: seen.includes(ann) ? ann : null,
      twin: seen.includes(bob) ? bob : null,
      memos: who === 'owner' || who === 'eve' ? [memo] : [],
    }
  }

  // Callers alternate, to check that cached statements are not shared between them.
  test.each(['guest', 'ann', 'owner', 'bob', 'eve', 'guest', 'ann', 'bob'])(
    '%s sees the ids of rows they may view',
    async (who) => {
      expect(await readAs(who)).toMatchObject(expected(who))
      const $filter = `id = "${topic}"`
      expect(await listAs(who, { $filter })).toEqual([expect.objectContaining(expected(who))])
      const cut = { $filter, $columns: 'labels,lead', $version: 'v2' }
      const { labels, lead } = expected(who)
      expect(await listAs(who, cut)).toEqual([{ id: topic, labels, lead }])
      // Blank names every column, so the links depend on the caller as without it.
      const blank = await listAs(who, { $filter, $columns: ' ' })
      expect(blank).toEqual([expect.objectContaining(expected(who))])
      const [inside] = await listAs(who, { $filter, $withRelation: 'labels' })
      expect(inside).toMatchObject(expected(who))
    },
  )

  test('a key sees no ids of a table without a grant, and otherwise those that the rule allows', async () => {
    for (const [tables, shown] of [
      [['topic'], []],
      [['topic', 'note'], [notes.open]],
    ] as const) {
      const token = await newKey([...tables])
      const { body } = await here('GET', `topic/${topic}`, { token })
      expect(body.data).toMatchObject({
        notes: shown,
        labels: shown,
        lead: null,
        twin: null,
        memos: [],
      })
    }
  })

  test('the response of a write has the same ids', async () => {
    const changed = await here('PUT', `topic/${topic}`, { body: { name: 'New' } })
    expect(changed.body.data).toMatchObject({ name: 'New', ...expected('guest') })
    const byAnn = await here('PUT', `topic/${topic}`, {
      token: library.ann.token,
      body: { name: 'New' },
    })
    expect(byAnn.body.data).toMatchObject(expected('ann'))
    const again = await here('PUT', `topic/${topic}`, { body: { name: 'New' } })
    expect(again.body.data).toMatchObject(expected('guest'))
    const all = await here('PUT', 'topic', { body: [{ id: topic, name: 'T' }] })
    expect(all.body.data).toMatchObject([expected('guest')])
  })

  test('filters and sorts ignore hidden ids', async () => {
    const found = async (who: string, $filter: string) =>
      (await listAs(who, { $filter: `id = "${topic}" && (${$filter})` })).length
    for (const [$filter, counts] of [
      [`lead = "${notes.ann}"`, { guest: 0, ann: 1, owner: 1 }],
      ['lead = null', { guest: 1, ann: 0, owner: 0 }],
      ['lead != null', { guest: 0, ann: 1, owner: 1 }],
      [`lead in ["${notes.ann}"]`, { guest: 0, ann: 1, owner: 1 }],
      [`labels ?= "${notes.ann}"`, { guest: 0, ann: 1, owner: 1 }],
      ['labels:length > 1', { guest: 0, ann: 1, owner: 1 }],
      [`twin = "${notes.bob}"`, { guest: 0, bob: 1, owner: 1 }],
      ['twin = null', { guest: 1, bob: 0, owner: 0 }],
    ] as const)
      for (const [who, count] of Object.entries(counts))
        expect([$filter, who, await found(who, $filter)]).toEqual([$filter, who, count])
    for (const $filter of ['lead ~ "-"', 'lower(lead) != ""', 'len(lead) > 0', 'lead:length > 0'])
      expect([$filter, (await here('GET', 'topic', { query: { $filter } })).status]).toEqual([
        $filter,
        400,
      ])
    for (const who of ['guest', 'ann']) {
      const query = { $sort: 'lead', $version: 'v2', $limit: '1', $columns: 'id' }
      await newTopic()
      const { body } = await here('GET', 'topic', { token: tokenOf(who), query })
      const cursor = Buffer.from(String(body.cursor), 'base64url').toString()
      expect(cursor.includes(notes.ann)).toBe(who === 'ann')
    }
  })

  describe('a list that is sent back', () => {
    const all = () => expected('owner')

    test('keeps links that are hidden from the caller', async () => {
      const id = await newTopic()
      const { notes: own, labels, lead, twin } = await readAs('guest', id)
      const body = { notes: own, labels, lead, twin }
      expect((await here('PUT', `topic/${id}`, { body })).status).toBe(200)
      expect((await here('PUT', 'topic', { body: [{ id, ...body }] })).status).toBe(200)
      expect((await here('PUT', 'topic', { body: [{ id, lead }] })).status).toBe(200)
      expect(await readAs('owner', id)).toMatchObject({
        ...all(),
        memos: [],
        labels: expect.arrayContaining(all().labels ?? []),
      })
    })

    test('removes visible links that the caller left out', async () => {
      const id = await newTopic()
      const before = (await readAs('owner', id)).notes
      expect(before).toEqual(all().notes)
      const body = { notes: [], labels: [] }
      const answer = await here('PUT', `topic/${id}`, { body })
      expect(answer.body.data).toMatchObject({ notes: [], labels: [], lead: null })
      const hidden = [notes.ann, notes.bob]
      const left = await readAs('owner', id)
      expect(left).toMatchObject({ notes: [...hidden].sort(), labels: hidden, lead: notes.ann })
      const lead = { lead: notes.open }
      expect((await here('PUT', `topic/${id}`, { body: lead })).body.data).toMatchObject(lead)
      expect((await readAs('owner', id)).lead).toBe(notes.open)
    })

    test('is evaluated by rules together with the hidden links', async () => {
      const id = await newTopic()
      const more = [notes.open, await made('note', { isOpen: true })]
      // Two hidden links stay, so these would be four.
      const refused = await here('PUT', `topic/${id}`, { body: { labels: more } })
      expect(refused.status).toBe(404)
      const [one] = more
      expect((await here('PUT', `topic/${id}`, { body: { labels: [one] } })).status).toBe(200)
    })
  })

  test('an app user sees the same ids in their own row', async () => {
    const { address } = inject('server')
    const answer = await fetch(`${address}/auth/me`, {
      headers: { authorization: `Bearer ${library.bob.token}` },
    })
    const { user } = (await answer.json()) as { user: { notes: string[] } }
    expect(user.notes).toEqual([notes.bob])
  })
})
