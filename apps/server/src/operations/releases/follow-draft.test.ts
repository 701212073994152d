import {
  Configuration,
  getProject,
  listReleases,
  saveConfiguration,
  syncDatabase,
  undoRelease,
} from '@plinth/contract'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { newProject, newStaff } from '../../app/testing/people.ts'

const table = (id: string, name: string) => ({
  id,
  name,
  columns: [{ id: `${id}c`, name: 'title', type: 'text', options: {} }],
})

test('merges a draft that was saved while an undo ran', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  const params = { projectId }
  const draft = (...tables: object[]) =>
    owner.client.call(saveConfiguration, {
      params,
      body: { newConfiguration: Configuration.parse({ database: 'postgres', tables }) },
    })
  await draft(table('t1', 'first'))
  await owner.client.call(syncDatabase, { params, body: {} })
  await draft(table('t1', 'renamed'))
  await owner.client.call(syncDatabase, { params, body: {} })
  const unlock = await lockTable(projectId, 'renamed')
  const undone = owner.client.call(undoRelease, { params })
  await eventually(async () => {
    const { releases } = await owner.client.call(listReleases, { params })
    return releases[0]?.kind === 'undo' && releases[0].state === 'running'
  })
  await draft(table('t1', 'renamed'), table('t2', 'meanwhile'))
  await unlock()
  await undone
  const { configuration } = (await owner.client.call(getProject, { params })).projectData
  expect(configuration.new_configuration.tables.map(({ name }) => name)).toEqual([
    'first',
    'meanwhile',
  ])
})

/** Locks a table of the dev environment, so that a release waits; returns a function to unlock it. */
async function lockTable(projectId: string, name: string): Promise<() => Promise<void>> {
  const { databaseUrl } = inject('server')
  const platform = new pg.Client(databaseUrl)
  await platform.connect()
  const { rows } = await platform.query(
    `select placement.database, schema from placement join environment on environment.id = environment_id
     where project_id = $1 and environment.name = 'dev'`,
    [projectId],
  )
  await platform.end()
  const url = new URL(databaseUrl)
  url.pathname = `/${rows[0].database}`
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query(`begin; lock table "${rows[0].schema}"."${name}" in share mode`)
  return () => client.end()
}
