import {
  createSavedQuery,
  createTableView,
  deleteProject,
  eraseProject,
  getProject,
  listSavedQueries,
  listTableViews,
  restoreProject,
  saveAvailability,
} from '@plinth/contract'
import { beforeAll, expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import {
  expectApiError,
  join,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { eraseExpired } from './erase-expired.ts'

let admin: Person
beforeAll(async () => {
  admin = await theAdmin()
})

const remove = (owner: Person, projectId: string) =>
  owner.client.call(deleteProject, { params: { projectId } })
const restore = (projectId: string) =>
  admin.client.call(restoreProject, { params: { deletedProjectId: projectId }, body: {} })
const erase = (projectId: string) =>
  admin.client.call(eraseProject, { params: { deletedProjectId: projectId } })
const count = async (query: string, values: unknown[]): Promise<number> =>
  (await withPlatform((on) => on.query(query, values))).rows[0].n

test('a project that was deleted before it was provisioned is provisioned when restored', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  await withPlatform((on) =>
    on.query(
      `update placement set provisioned = 0, ready = false
       where environment_id in (select id from environment where project_id = $1)`,
      [projectId],
    ),
  )
  await remove(owner, projectId)
  await restore(projectId)
  await eventually(async () => {
    const { projectData } = await owner.client.call(getProject, { params: { projectId } })
    return projectData.state === 'ready'
  })
})

test('a project that is restored has its queries, and views for those who had them', async () => {
  const [owner, developer] = [await newStaff(), await newStaff()]
  const params = { projectId: await newProject(owner) }
  await join(developer, { ...params, role: 'developer' })
  const query = { name: 'Ones', sql: 'select 1' }
  await owner.client.call(createSavedQuery, { params, body: query })
  const view = { tableId: 't1', settings: {} }
  const add = (who: Person, name: string, isShared: boolean) =>
    who.client.call(createTableView, { params, body: { ...view, name, isShared } })
  await add(owner, 'Shared', true)
  await add(owner, 'Private', false)
  await remove(owner, params.projectId)
  await restore(params.projectId)
  const { queries } = await owner.client.call(listSavedQueries, { params })
  expect(queries).toMatchObject([query])
  const names = async ({ client }: Person) => {
    const { views } = await client.call(listTableViews, { params, query: { table: 't1' } })
    return views.map(({ name }) => name)
  }
  expect(await names(owner)).toEqual(['Private', 'Shared'])
  expect(await names(developer)).toEqual(['Shared'])
})

test('a suspended project that is restored stays suspended', async () => {
  const owner = await newStaff()
  const params = { projectId: await newProject(owner) }
  const body = { state: 'suspended', reason: 'Unpaid' } as const
  await admin.client.call(saveAvailability, { params, body })
  await remove(owner, params.projectId)
  await restore(params.projectId)
  const { projectData } = await owner.client.call(getProject, { params })
  expect(projectData.availability).toMatchObject(body)
})

test('of several people who restore and erase a project at once one succeeds', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  await remove(owner, projectId)
  const acts = [restore, erase, restore, erase, restore, erase]
  const results = await Promise.allSettled(acts.map((act) => act(projectId)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 404 })
})

test('a project of another organisation is neither restored nor erased', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  await remove(owner, projectId)
  await withPlatform(async (on) => {
    await on.query(`insert into organisation (id, name) values ('org_elsewhere', 'Elsewhere')
      on conflict do nothing`)
    await on.query(`update project set organisation_id = 'org_elsewhere' where id = $1`, [
      projectId,
    ])
  })
  for (const act of [restore, erase])
    expect((await expectApiError(act(projectId))).status).toBe(404)
})

test('a project is erased 30 days after its deletion, not before', async () => {
  const owner = await newStaff()
  const ids = [await newProject(owner), await newProject(owner)]
  for (const projectId of ids) await remove(owner, projectId)
  const [young = '', old = ''] = ids
  const age = `update project set deleted_at = now() - $2::interval where id = $1`
  await withPlatform((on) => on.query(age, [young, '29 days 23 hours']))
  await withPlatform((on) => on.query(age, [old, '30 days 1 second']))
  const { databaseUrl: url } = inject('server')
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
  const durable = { wake: () => undefined } as never
  try {
    while (await eraseExpired({ db, durable }));
  } finally {
    await db.close()
  }
  const left = 'select count(*)::int as n from project where id = $1'
  await eventually(async () => (await count(left, [old])) === 0)
  await restore(young)
  const audited = `select count(*)::int as n from audit where project_id = $1 and action = 'erased'
    and request_id = 'erase-deleted-projects' and staff_id is null`
  expect(await count(audited, [old])).toBe(1)
})
