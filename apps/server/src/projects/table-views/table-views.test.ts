import {
  createTableView,
  deleteTableView,
  GridPreferences,
  listAudit,
  listTableViews,
  MAX_TABLE_VIEWS,
  saveAvailability,
  type TableViewBody,
  updateTableView,
} from '@plinth/contract'
import { expect, test } from 'vitest'
import {
  expectApiError,
  join,
  newProject,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'

const content = {
  settings: GridPreferences.parse({
    hidden: ['size'],
    pinned: ['title'],
    sort: [{ key: 'title', direction: 'descending' }],
  }),
  filter: { text: 'size > 1', fields: { size: 'field-1' } },
}

async function newFixture() {
  const [owner, developer, other] = [await newStaff(), await newStaff(), await newStaff()]
  const projectId = await newProject(owner)
  await join(developer, { projectId, role: 'developer' })
  await join(other, { projectId, role: 'developer' })
  const params = { projectId }
  const create = async (
    who: Person,
    name: string,
    more: Partial<TableViewBody> & { tableId?: string } = {},
  ) => {
    const body = { tableId: 't1', name, isShared: false, ...content, ...more }
    return (await who.client.call(createTableView, { params, body })).view
  }
  const update = async (
    who: Person,
    id: string,
    { ifMatch, ...more }: Partial<TableViewBody> & { ifMatch?: number } = {},
  ) =>
    (
      await who.client.call(updateTableView, {
        params: { projectId, viewId: id },
        body: { name: 'Changed', isShared: true, ...content, ...more },
        ...(ifMatch === undefined ? {} : { ifMatch }),
      })
    ).view
  const remove = (who: Person, id: string) =>
    who.client.call(deleteTableView, { params: { projectId, viewId: id } })
  const list = async (who: Person, table = 't1') => {
    const { views } = await who.client.call(listTableViews, { params, query: { table } })
    return views.map(({ name, canChange }) => `${name}${canChange ? ' (can change)' : ''}`)
  }
  return { owner, developer, other, projectId, params, create, update, remove, list }
}

test('a private view is its author’s; a shared one is seen by all and changed by owners', async () => {
  const { owner, developer, other, create, update, remove, list } = await newFixture()
  const mine = await create(developer, ' Mine ')
  expect(mine).toMatchObject({
    ...content,
    name: 'Mine',
    tableId: 't1',
    isShared: false,
    author: { id: developer.id, name: 'Test Person' },
    canChange: true,
    revision: 1,
  })
  const shared = await create(developer, 'Shared', { isShared: true })
  await create(developer, 'Elsewhere', { isShared: true, tableId: 't2' })
  expect(await list(developer)).toEqual(['Mine (can change)', 'Shared (can change)'])
  expect(await list(other)).toEqual(['Shared'])
  expect(await list(owner)).toEqual(['Shared (can change)'])
  for (const who of [owner, other]) {
    expect((await expectApiError(update(who, mine.id))).status).toBe(404)
    expect((await expectApiError(remove(who, mine.id))).status).toBe(404)
  }
  expect((await expectApiError(update(other, shared.id))).status).toBe(403)
  expect((await expectApiError(remove(other, shared.id))).status).toBe(403)
  expect(await update(owner, shared.id, { ifMatch: 1 })).toMatchObject({
    name: 'Changed',
    revision: 2,
    author: { id: developer.id },
  })
  expect((await expectApiError(update(developer, shared.id, { ifMatch: 1 }))).code).toBe('stale')
  await update(developer, shared.id, { isShared: false })
  expect(await list(other)).toEqual([])
  await remove(developer, shared.id)
  expect(await list(developer)).toEqual(['Mine (can change)'])
})

test('a name is unique in its table', async () => {
  const { owner, developer, create, update } = await newFixture()
  await create(owner, 'Open')
  const other = await create(developer, 'Closed', { isShared: true })
  await create(developer, 'Open', { tableId: 't2' })
  const error = await expectApiError(create(developer, 'Open'))
  expect(error.details).toMatchObject([{ path: 'name' }])
  expect((await expectApiError(update(owner, other.id, { name: 'Open' }))).code).toBe('conflict')
})

test('changes are audited; the name of a private view is not', async () => {
  const { owner, params, create, update, remove } = await newFixture()
  const { id } = await create(owner, 'Only mine')
  await update(owner, id, { name: 'For all' })
  await remove(owner, id)
  const query = { area: 'table-view' }
  const { entries } = await owner.client.call(listAudit, { params, query })
  expect(entries.map(({ action }) => action)).toEqual(['deleted', 'changed', 'created'])
  const text = JSON.stringify(entries)
  expect(text).toContain('For all')
  expect(text).not.toContain('Only mine')
})

test.each([
  ['no name', ' ', {}],
  ['a name of 81 characters', 'a'.repeat(81), {}],
  ['a filter of 4,097 characters', 'A', { filter: { text: 'a'.repeat(4097), fields: {} } }],
  ['an invalid field id', 'A', { filter: { text: 'a = 1', fields: { a: 'no id' } } }],
  ['an invalid table id', 'A', { tableId: 'no id' }],
])('rejects %s', async (_, name, more) => {
  const { owner, create } = await newFixture()
  expect((await expectApiError(create(owner, name, more))).status).toBe(422)
})

test('views of another project are not found (R1)', async () => {
  const [mine, theirs] = [await newFixture(), await newFixture()]
  const { id } = await theirs.create(theirs.owner, 'Theirs', { isShared: true })
  expect((await expectApiError(mine.update(mine.owner, id))).status).toBe(404)
  expect((await expectApiError(mine.remove(mine.owner, id))).status).toBe(404)
  expect((await expectApiError(theirs.list(mine.owner))).status).toBe(404)
})

test('a stopped project lists its views and changes none', async () => {
  const { owner, params, create, update, remove, list } = await newFixture()
  const { id } = await create(owner, 'Open')
  await owner.client.call(saveAvailability, { params, body: { state: 'read-only' } })
  const acts = [create(owner, 'B'), update(owner, id), remove(owner, id)]
  const errors = await Promise.all(acts.map(expectApiError))
  expect(errors.map(({ code }) => code)).toEqual(acts.map(() => 'project_read_only'))
  expect(await list(owner)).toEqual(['Open (can change)'])
})

test(`a member has at most ${MAX_TABLE_VIEWS} in a project`, async () => {
  const { owner, developer, projectId, create } = await newFixture()
  await withPlatform((client) =>
    client.query(
      `insert into table_view (id, project_id, table_id, author_id, name, is_shared, content)
       select $1 || n, $1, 't1', $2, 'View ' || n, false, '{}' from generate_series(1, $3::int) as n`,
      [projectId, owner.id, MAX_TABLE_VIEWS],
    ),
  )
  expect((await expectApiError(create(owner, 'One more'))).message).toContain('Delete one first')
  await create(developer, 'One more')
})
