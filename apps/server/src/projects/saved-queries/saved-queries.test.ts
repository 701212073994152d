import {
  createSavedQuery,
  deleteSavedQuery,
  listAudit,
  listSavedQueries,
  MAX_SAVED_QUERIES,
  saveAvailability,
  updateSavedQuery,
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

const SQL = 'select title from book;'

async function newFixture() {
  const [owner, developer] = [await newStaff(), await newStaff()]
  const projectId = await newProject(owner)
  await join(developer, { projectId, role: 'developer' })
  const params = { projectId }
  const create = async (who: Person, name: string, sql = SQL) =>
    (await who.client.call(createSavedQuery, { params, body: { name, sql } })).query
  const update = async (who: Person, id: string, name: string, ifMatch?: number) =>
    (
      await who.client.call(updateSavedQuery, {
        params: { projectId, queryId: id },
        body: { name, sql: SQL },
        ...(ifMatch === undefined ? {} : { ifMatch }),
      })
    ).query
  const remove = (who: Person, id: string) =>
    who.client.call(deleteSavedQuery, { params: { projectId, queryId: id } })
  const list = async (who: Person) =>
    (await who.client.call(listSavedQueries, { params })).queries.map(({ name }) => name)
  return { owner, developer, projectId, params, create, update, remove, list }
}

test('developers and owners share queries; each change is audited', async () => {
  const { owner, developer, params, create, update, remove, list } = await newFixture()
  const made = await create(developer, ' Titles ')
  expect(made).toMatchObject({ name: 'Titles', sql: SQL, revision: 1 })
  await create(owner, 'Authors')
  expect(await list(developer)).toEqual(['Authors', 'Titles'])
  expect(await update(owner, made.id, 'All titles', 1)).toMatchObject({ revision: 2 })
  expect((await expectApiError(update(developer, made.id, 'Mine', 1))).code).toBe('stale')
  await remove(developer, made.id)
  expect(await list(owner)).toEqual(['Authors'])
  const query = { area: 'saved-query' }
  const { entries } = await owner.client.call(listAudit, { params, query })
  const acts = entries.map(({ action }) => action)
  expect(acts).toEqual(['deleted', 'changed', 'created', 'created'])
})

test('a name is unique in its project', async () => {
  const { owner, create, update } = await newFixture()
  await create(owner, 'Titles')
  const other = await create(owner, 'Authors')
  expect((await expectApiError(create(owner, 'Titles'))).details).toMatchObject([{ path: 'name' }])
  expect((await expectApiError(update(owner, other.id, 'Titles'))).code).toBe('conflict')
})

test.each([
  ['no name', ' ', SQL, 422],
  ['no text', 'A', '', 422],
  ['a name of 81 characters', 'a'.repeat(81), SQL, 422],
  ['a text of 20,001 characters', 'A', 'a'.repeat(20_001), 422],
])('rejects %s', async (_, name, sql, status) => {
  const { owner, create } = await newFixture()
  expect((await expectApiError(create(owner, name, sql))).status).toBe(status)
})

test('queries of another project are not found (R1)', async () => {
  const [mine, theirs] = [await newFixture(), await newFixture()]
  const { id } = await theirs.create(theirs.owner, 'Theirs')
  expect((await expectApiError(mine.update(mine.owner, id, 'Mine'))).status).toBe(404)
  expect((await expectApiError(mine.remove(mine.owner, id))).status).toBe(404)
  expect((await expectApiError(theirs.list(mine.owner))).status).toBe(404)
  expect((await expectApiError(theirs.create(mine.owner, 'Mine'))).status).toBe(404)
})

test('a stopped project lists its queries and changes none', async () => {
  const { owner, developer, params, create, update, remove, list } = await newFixture()
  const { id } = await create(owner, 'Titles')
  await owner.client.call(saveAvailability, { params, body: { state: 'read-only' } })
  const acts = [create(developer, 'B'), update(owner, id, 'B'), remove(developer, id)]
  const errors = await Promise.all(acts.map(expectApiError))
  expect(errors.map(({ code }) => code)).toEqual(acts.map(() => 'project_read_only'))
  expect(await list(developer)).toEqual(['Titles'])
})

test(`a project has at most ${MAX_SAVED_QUERIES}`, async () => {
  const { owner, projectId, create } = await newFixture()
  await withPlatform((client) =>
    client.query(
      `insert into saved_query (id, project_id, name, sql)
       select $1 || n, $1, 'Query ' || n, 'select 1' from generate_series(1, $2::int) as n`,
      [projectId, MAX_SAVED_QUERIES],
    ),
  )
  expect((await expectApiError(create(owner, 'One more'))).message).toContain('Delete one first')
})
