import { createWorkflow, saveConfiguration, syncDatabase } from '@plinth/contract'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { withPlatform } from '../../../app/testing/people.ts'
import { runnable } from '../../../app/testing/runnable.ts'
import {
  newDatabaseName,
  useCloneServer,
} from '../../../projects/lifecycle/testing/use-clone-server.ts'

const { platform, urlOf, client, server, on, newSource, clone } = useCloneServer()
const theirs = newDatabaseName('theirs')
const honest = newDatabaseName('honest')
const hostile = [newDatabaseName('hostile'), newDatabaseName('hostile')]
beforeAll(async () => {
  for (const name of [theirs, honest, ...hostile])
    await withPlatform((platformOn) => platformOn.query(`create database ${name}`))
})

/** A workflow that starts with each row of a table. */
async function watch(projectId: string, table: string): Promise<string> {
  await client().call(syncDatabase, { params: { projectId }, body: {} })
  const { data } = await client().call(createWorkflow, {
    params: { projectId },
    body: {
      name: 'Follow',
      nodes: [runnable('t', 'trigger-row', { parameters: { table } })],
      connections: [],
      active: true,
    },
  })
  return data.workflow.id
}

async function environmentOf(projectId: string): Promise<string> {
  const text = `select id from environment where project_id = $1 and name = 'dev'`
  const [environment] = await on<{ id: string }>(platform, text, [projectId])
  return environment?.id ?? ''
}

const runsOf = (workflowId: string) =>
  on<{ payload: string }>(platform, 'select payload from run where workflow_id = $1', [workflowId])

/** A project in an external database, with a workflow that starts with each row of its table `mine`. */
async function newExternal(database: string) {
  const { projectId } = await clone(await newSource(), urlOf(database))
  const columns = [{ id: 'm1', name: 'name', type: 'text' as const }]
  const tables = [{ id: 'mine', name: 'mine', columns }]
  const newConfiguration = { database: 'postgres' as const, tables }
  await client().call(saveConfiguration, { params: { projectId }, body: { newConfiguration } })
  const workflow = await watch(projectId, 'mine')
  const log = `select 1 from pg_tables where tablename = '_plinth_event'`
  await eventually(async () => (await on(database, log)).length > 0)
  return { projectId, workflow }
}

test('an external database starts workflows of its own environment alone', async () => {
  const other = await newSource()
  const otherWorkflow = await watch(other, 'tbl1')
  const { projectId, workflow } = await newExternal(theirs)
  const forge = async (environmentId: string, table: string) =>
    on(
      theirs,
      `insert into public._plinth_event (environment_id, table_id, operation, row_id, row, depth, by_kind)
       values ($1, $2, 'created', 'forged', '{"id":"forged"}', 0, 'staff')`,
      [environmentId, table],
    )
  await forge(await environmentOf(other), 'tbl1')
  // It comes later in the same log.
  await forge(await environmentOf(projectId), 'mine')
  await eventually(async () => (await runsOf(workflow)).length === 1)
  expect(await runsOf(otherWorkflow)).toEqual([])
}, 60_000)

test('external databases that keep their events delay no other ones, and the end of the server', async () => {
  const addRow = (database: string) =>
    on(
      database,
      `insert into public.mine (id, "createdOn", "updatedOn", name) values (gen_random_uuid(), now(), now(), 'one')`,
      [],
    )
  for (const database of hostile) {
    await newExternal(database)
    await on(
      database,
      `create function keep() returns trigger language plpgsql as 'begin return null; end';
       create trigger keep before update or delete on public._plinth_event for each row execute function keep()`,
    )
    await addRow(database)
  }
  const { workflow } = await newExternal(honest)
  await addRow(honest)
  await eventually(async () => (await runsOf(workflow)).length === 1)
  const startedAt = performance.now()
  await server().stop()
  expect(performance.now() - startedAt).toBeLessThan(15_000)
}, 120_000)
