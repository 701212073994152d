import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { TABLES } from '../testing/library-tables.ts'
import { applyTables, setDoor } from '../testing/shelf.ts'
import { useLibrary } from '../testing/use-library.ts'

/** Compiled statements are cached; everything they depend on must be part of the cache key. */
describe.each(['postgres', 'sqlite3'] as const)('cached statements on %s', (database) => {
  const here = useLibrary(database)
  const there = useLibrary(database)
  const { by, send, newBook } = here

  const newTag = async (name: string, { send: ask, by: who } = here) => {
    const made = await ask('POST', 'tag', { ...who('ann'), body: { name } })
    return (made.body.data as { id: string }).id
  }
  /** Repeated often enough to be cached and to use every way of execution. */
  const warm = async (ask: () => Promise<{ status: number }>) => {
    for (let round = 0; round < 3; round += 1) await Promise.all([ask(), ask(), ask()])
  }
  const withTag = (change: (tag: (typeof TABLES)[number]) => object) =>
    TABLES.map((table) => (table.id === 'tags' ? change(table) : table))
  const apply = (tables: readonly object[]) => {
    const { projectId, owner } = here.library()
    return applyTables({ projectId, owner, database, tables })
  }

  test('are separate for users, guests and staff (R6)', async () => {
    const id = await newTag('first')
    const list = { query: { $filter: 'name = "first"', $columns: 'name' } }
    await warm(() => send('GET', `tag/${id}`, by('ann')))
    await warm(() => send('GET', 'tag', { ...by('ann'), ...list }))
    expect((await send('GET', `tag/${id}`)).status).toBe(404)
    expect((await send('GET', 'tag', list)).body.data).toEqual([])
    const book = await newBook('ann')
    await warm(() => send('GET', `book/${book.id}`, by('owner')))
    const seen = await send('GET', `book/${book.id}`, by('ann'))
    expect(Object.keys(seen.body.data)).not.toContain('secret')
  })

  test('are separate per user if the rule depends on the user (R1)', async () => {
    const book = await newBook('ann')
    await warm(() => send('GET', `book/${book.id}`, by('ann')))
    await warm(() => send('GET', 'book', { ...by('ann'), query: { $limit: '5' } }))
    expect((await send('GET', `book/${book.id}`, by('bob'))).status).toBe(404)
    const theirs = await send('GET', 'book', { ...by('bob'), query: { $limit: '5' } })
    expect(JSON.stringify(theirs.body.data)).not.toContain(book.id)
  })

  test('are separate per environment with the same tables and query (R1)', async () => {
    const [mine, theirs] = [await newTag('mine'), await newTag('theirs', there)]
    const query = { $filter: 'name != ""', $columns: 'name' }
    const lists = async ({ send: ask, by: who }: typeof here) =>
      JSON.stringify((await ask('GET', 'tag', { ...who('ann'), query })).body.data)
    await warm(() => send('GET', `tag/${mine}`, by('ann')))
    expect((await send('GET', `tag/${theirs}`, by('ann'))).status).toBe(404)
    expect((await there.send('GET', `tag/${mine}`, there.by('ann'))).status).toBe(404)
    expect([await lists(here), await lists(here)].join()).not.toContain(theirs)
    expect(await lists(there)).not.toContain(mine)
  })

  test('are separate for writes of different columns', async () => {
    const send3 = (body: object) => send('POST', 'book', { ...by('owner'), body })
    const bodies = [{ title: 'a' }, { title: 'b', pages: 2 }, { pages: 3, title: 'c' }]
    for (const body of [...bodies, ...bodies]) {
      const made = await send3(body)
      expect(made.body.data).toMatchObject(body)
      const { id } = made.body.data as { id: string }
      const changed = await send('PUT', `book/${id}`, { ...by('owner'), body: { title: 'z' } })
      expect(changed.body.data).toMatchObject({ ...body, title: 'z' })
    }
  })

  test('concurrent requests get their own rows and errors', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, (_, at) => newTag(`many ${at}`)))
    await warm(() => send('GET', `tag/${ids[0]}`, by('ann')))
    const asked = [...ids, ...ids, ...ids.map(() => randomUUID())]
    const answers = await Promise.all(asked.map((id) => send('GET', `tag/${id}`, by('ann'))))
    for (const [at, { status, body }] of answers.entries()) {
      if (at >= 60) expect(status).toBe(404)
      else expect(body.data).toMatchObject({ id: asked[at], name: `many ${at % 30}` })
    }
    const code = randomUUID()
    const body = { title: 'x', author: here.library().ann.id }
    const codes = Array.from({ length: 40 }, (_, at) => (at % 2 ? code : randomUUID()))
    const made = await Promise.all(
      codes.map((each) => send('POST', 'book', { ...by('owner'), body: { ...body, code: each } })),
    )
    const statuses = made.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(21)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
  })

  test('are replaced when a constant changes', async () => {
    const { projectId } = here.library()
    await warm(() => send('GET', 'door', by('ann')))
    const made = await send('POST', 'door', { ...by('ann'), body: { word: 'knock' } })
    const { id } = made.body.data as { id: string }
    await warm(() => send('GET', `door/${id}`, by('ann')))
    await setDoor(projectId, 'shut')
    await eventually(async () => (await send('GET', `door/${id}`, by('ann'))).status === 404)
    await setDoor(projectId, 'open')
  })

  test('are replaced by a sync that changes a rule, hides a column or adds one', async () => {
    const id = await newTag('kept')
    const view = () => send('GET', `tag/${id}`, by('ann'))
    await warm(view)
    await apply(withTag((tag) => ({ ...tag, rules: { ...tag.rules, view: 'name = "other"' } })))
    await eventually(async () => (await view()).status === 404)
    await warm(view)
    const column = { id: 't_note', name: 'note', type: 'text', options: { default: 'new' } }
    const hidden = { ...column, id: 't_deep', name: 'deep', options: { isHidden: true } }
    await apply(withTag((tag) => ({ ...tag, columns: [...tag.columns, column, hidden] })))
    await eventually(async () => (await view()).status === 200)
    const { body } = await view()
    expect(Object.keys(body.data)).toContain('note')
    expect(Object.keys(body.data)).not.toContain('deep')
    const tagged = await send('POST', 'tag', { ...by('ann'), body: { name: 'n', note: 'n' } })
    expect(tagged.body.data).toMatchObject({ note: 'n' })
  })
})
