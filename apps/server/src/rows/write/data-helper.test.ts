import { createData, createUsers, fetchTables, filter } from '@plinth/client'
import { Table } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { appConfiguration, newApp } from '../../app/testing/app-tables.ts'
import { clientOf, guest, newStaff, type Person } from '../../app/testing/people.ts'

const PAPERS = Table.parse({
  id: 'papers',
  name: 'papers',
  columns: [
    { id: 'papers_name', name: 'name', type: 'text' },
    { id: 'papers_paper', name: 'paper', type: 'file' },
  ],
})

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
      $version: 'v2',
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
