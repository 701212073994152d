import {
  createClient,
  createData,
  createUsers,
  fetchTables,
  filter,
  memoryStore,
} from '@plinth/client'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { appConfiguration, newApp } from '../../app/testing/app-tables.ts'
import { clientOf, guest, newStaff, type Person } from '../../app/testing/people.ts'
import { PAPERS } from '../testing/papers-table.ts'

let owner: Person

beforeAll(async () => {
  owner = await newStaff()
})

/** The data helper against a real server. */
describe.each(['sqlite3', 'postgres'] as const)('on %s', (database) => {
  let projectId: string
  let author: string
  let token: string

  beforeAll(async () => {
    const { tables, ...configuration } = appConfiguration(database)
    projectId = await newApp(owner, { ...configuration, tables: [...tables, PAPERS] })
    const users = createUsers({ client: guest(), projectId, table: 'people' })
    const account = { email: `${projectId}@example.com`, password: 'a long password' }
    await users.signUp({ ...account, nick: 'Ada' })
    const session = await users.signIn(account)
    token = session.token
    author = session.user.id
  })

  const data = () => createData({ client: clientOf(token), projectId })
  const notes = () => data().table('notes')

  test('creates, reads, updates and deletes a row', async () => {
    const made = await notes().create({ title: 'One', author })
    expect(await notes().getOne(made.id, { $columns: ['title'] })).toEqual({
      id: made.id,
      title: 'One',
    })
    const changed = await notes().update(
      { ...made, title: 'Two' },
      { ifMatch: String(made.updatedOn) },
    )
    expect(changed).toMatchObject({ id: made.id, title: 'Two', author })
    await expect(
      notes().update({ id: made.id, title: 'Three' }, { ifMatch: String(made.updatedOn) }),
    ).rejects.toMatchObject({ code: 'stale' })
    await notes().remove(made.id)
    await expect(notes().getOne(made.id)).rejects.toMatchObject({ status: 404 })
  })

  test('updates, pages through and deletes many rows', async () => {
    const titles = ['a', 'b', 'c', '" || true || "']
    const made = []
    for (const title of titles) made.push(await notes().create({ title, author }))
    const changed = await notes().updateMany(
      made.slice(0, 3).map(({ id }, at) => ({ id, title: `n${at}` })),
    )
    expect(changed.map(({ title }) => title)).toEqual(['n0', 'n1', 'n2'])
    const page = await notes().getMany({
      $filter: filter`title ~ ${'n'}`,
      $sort: ['-title'],
      $limit: 2,
    })
    expect(page).toMatchObject({ total: 3, hasMore: true })
    expect(page.data.map(({ title }) => title)).toEqual(['n2', 'n1'])
    const odd = await notes().getMany({ $filter: filter`title = ${'" || true || "'}` })
    expect(odd.data).toHaveLength(1)
    await notes().removeMany(made.map(({ id }) => id))
    expect((await notes().getMany()).data).toEqual([])
  })

  test('uploads a file, whose URL is in the row', async () => {
    const paper = new File(['A paper'], 'paper.txt', { type: 'text/plain' })
    const made = await data().table('papers').create({ name: 'One', paper })
    expect(made.paper).toMatchObject({ fileName: 'paper.txt', fileSize: 7, fileType: 'text/plain' })
    const answer = await fetch((made.paper as { url: string }).url)
    expect(await answer.text()).toBe('A paper')
  })

  test('gives links to a protected file to those who see its row', async () => {
    const draft = new File(['A draft'], 'draft.txt', { type: 'text/plain' })
    const papers = data().table('papers')
    const made = await papers.create({ draft: await papers.upload('draft', draft) })
    expect((await fetch((made.draft as { url: string }).url)).status).toBe(403)
    const [link] = await papers.links(made, 'draft')
    expect(await (await fetch(link?.url ?? '')).text()).toBe('A draft')
    expect(await papers.thumb(made, 'draft')).toMatchObject({ url: null, isWaiting: false })
  })

  test('a write that is repeated with its key takes effect once', async () => {
    let answers = 0
    const client = createClient({
      baseUrl: inject('server').address,
      token: () => token,
      // The first answer is lost after the server has written the row.
      fetch: async (...request) => {
        const answer = await fetch(...request)
        answers += 1
        if (answers === 1) throw new TypeError('fetch failed')
        return answer
      },
    })
    const made = await createData({ client, projectId })
      .table('notes')
      .create({ title: 'once', author })
    expect(answers).toBe(2)
    const found = await notes().getMany({ $filter: 'title = "once"' })
    expect(found).toMatchObject({ total: 1, data: [{ id: made.id }] })
    await notes().remove(made.id)
  })

  test('stores a session, refreshes it, and rejects once it has ended', async () => {
    const onUnauthenticated = vi.fn()
    const session = memoryStore()
    const baseUrl = inject('server').address
    const client = createClient({ baseUrl, session, onUnauthenticated })
    const users = createUsers({ client, projectId, table: 'people' })
    await users.signIn({ email: `${projectId}@example.com`, password: 'a long password' })
    const first = session.get()
    if (!first) throw new Error('no session')
    session.set({ ...first, receivedOn: new Date(0).toISOString(), expiresOn: first.receivedOn })
    const own = createData({ client, projectId }).table('notes')
    expect((await own.getMany()).total).toBe(0)
    const second = session.get()
    expect(second?.token).not.toBe(first.token)
    expect(Date.parse(second?.expiresOn ?? '')).toBeGreaterThan(Date.now())
    await createUsers({
      client: clientOf(second?.token ?? ''),
      projectId,
      table: 'people',
    }).signOut()
    await expect(own.getMany()).rejects.toMatchObject({ status: 401 })
    expect(onUnauthenticated).toHaveBeenCalledOnce()
    expect(session.get()).toBeNull()
  })

  test('takes names from the configuration', async () => {
    const client = clientOf(token)
    const tables = await fetchTables(client, { $projectId: projectId })
    expect(tables.people?.toSorted()).toEqual(['email', 'nick', 'password', 'verified'])
    const known = createData({ client, projectId, tables }).table('notes')
    await expect(known.create({ titel: 'x' })).rejects.toThrow(
      'Column with name titel not found in table notes',
    )
  })
})
