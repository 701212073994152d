import {
  deleteProject,
  eraseProject,
  getProject,
  listAudit,
  planSync,
  syncDatabase,
} from '@plinth/contract'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { expectApiError, withPlatform } from '../../app/testing/people.ts'
import { newDatabaseName, useCloneServer } from './testing/use-clone-server.ts'

const { platform, urlOf, server, client, on, newSource, clone } = useCloneServer()
const theirs = newDatabaseName('theirs')

beforeAll(async () => {
  await withPlatform((platformOn) => platformOn.query(`create database ${theirs}`))
})

const metaSchemas = async (database: string) =>
  on<{ schema: string }>(
    database,
    `select schemaname as schema from pg_tables where tablename = '_plinth_meta' order by 1`,
  )

/** Deletes a project and frees its storage. */
async function remove(projectId: string): Promise<void> {
  await client().call(deleteProject, { params: { projectId } })
  await client().call(eraseProject, { params: { deletedProjectId: projectId } })
}

test('on PostgreSQL each environment is a schema of the organisation’s data database', async () => {
  const projectId = await newSource()
  const [placed] = await on<{ database: string; schemas: string[] }>(
    platform,
    `select min(database) as database, array_agg(schema order by schema) as schemas
     from placement join environment on environment.id = environment_id where project_id = $1`,
    [projectId],
  )
  const found = await metaSchemas(placed?.database ?? '')
  expect(found.map((row) => row.schema)).toEqual(expect.arrayContaining(placed?.schemas ?? []))
  await remove(projectId)
  await eventually(async () => {
    const left = await metaSchemas(placed?.database ?? '')
    return left.every((row) => !placed?.schemas.includes(row.schema))
  })
})

test('a clone copies the draft of its source and uses the given database', async () => {
  const source = await newSource()
  const { projectId } = await clone(source, urlOf(theirs))
  const { projectData } = await client().call(getProject, { params: { projectId } })
  expect(projectData.configuration.new_configuration).toMatchObject({
    database: 'postgres',
    tables: [{ name: 'customers' }],
  })
  expect(projectData.configuration.old_configuration.tables).toEqual([])
  expect(await metaSchemas(theirs)).toEqual([{ schema: 'public' }])
  await on(theirs, 'create table customers (name text)')
  await client().call(deleteProject, { params: { projectId } })
  const refused = await expectApiError(clone(source, urlOf(theirs)))
  expect(refused.message).toContain('A deleted project uses this database')
  await client().call(eraseProject, { params: { deletedProjectId: projectId } })
  await eventually(async () => (await metaSchemas(theirs)).length === 0)
  expect(await on(theirs, 'select * from customers')).toEqual([])
})

test('the connection URL is stored sealed and bound to its environment (R17, R19)', async () => {
  const source = await newSource()
  const { projectId } = await clone(source, urlOf(theirs))
  const rows = await on<{ environment_id: string; connection: Buffer }>(
    platform,
    `select environment_id, connection from placement join environment on environment.id = environment_id
     where project_id = $1 and connection is not null`,
    [projectId],
  )
  const [row] = rows
  if (!row) throw new Error('no sealed connection')
  expect(row.connection.toString('latin1')).not.toContain(theirs)
  expect(server().context.vault.open(row.connection, ['placement', row.environment_id])).toBe(
    urlOf(theirs),
  )
  expect(() => server().context.vault.open(row.connection, ['placement', 'env_other'])).toThrow()
  const leaks = await on(
    platform,
    `select 1 from audit where concat(before, after) like '%${theirs}%'`,
  )
  expect(leaks).toEqual([])
})

const good = () => urlOf(theirs)
test.each([
  { name: 'a private address', url: () => 'postgres://u:p@10.0.0.1/db' },
  { name: 'loopback by name', url: () => good().replace('127.0.0.1', 'localhost') },
  { name: 'loopback by number', url: () => good().replace('127.0.0.1', '2130706433') },
  { name: 'the metadata address', url: () => 'postgres://u:p@169.254.169.254/db' },
  { name: 'another port', url: () => good().replace(/:\d+\//, ':1/') },
  { name: 'another protocol', url: () => 'mysql://u:p@example.com/db' },
  { name: 'a driver option', url: () => `${good()}&host=/tmp` },
  {
    name: 'a wrong password',
    url: () => good().replace(/:[^:@]+@/, ':wrong@'),
    says: 'refuses this user or password',
  },
  {
    name: 'a server without TLS, unless that is said',
    url: () => good().replace('?sslmode=disable', ''),
    says: 'add ?sslmode=disable to the address',
  },
  { name: 'no database', url: () => 'postgres://u:p@127.0.0.1:5432/' },
  {
    name: 'a broken escape',
    url: () => 'postgres://u:%zz@127.0.0.1:5432/db',
  },
  { name: 'no address at all', url: () => 'nonsense' },
])('a clone onto $name is refused', async ({ url, says = '' }) => {
  const source = await newSource()
  const error = await expectApiError(clone(source, url()))
  expect(error.code).toBe('invalid')
  expect(error.message).toContain(says)
  expect(error.details).toMatchObject([{ path: 'connectionUrl' }])
  expect(error.message).not.toContain('wrong')
})

test('rejects a clone of a project that does not exist', async () => {
  const error = await expectApiError(clone('prj_01h455vb4pex5vsknk084sn02q', good()))
  expect(error.details).toMatchObject([{ path: 'projectId' }])
})

test('a clone adopts the tables of its database: the first sync adds to them and drops nothing', async () => {
  const database = newDatabaseName('adopted')
  await withPlatform((platformOn) => platformOn.query(`create database ${database}`))
  await on(
    database,
    `create table customers (id uuid primary key default gen_random_uuid(), name varchar(80) not null, points int);
     create table visits (id uuid primary key default gen_random_uuid(), customer uuid references customers);
     create table pairs (a int, b int, primary key (a, b));
     insert into customers (name, points) values ('Ada', 3), ('Grace', null);
     insert into visits (customer) select id from customers;
     insert into pairs values (1, 2);`,
  )
  const { projectId } = await clone(await newSource(), urlOf(database))
  const params = { projectId }
  const read = async () => (await client().call(getProject, { params })).projectData.configuration
  const adopted = await read()
  const names = ({ tables }: { tables: { name: string }[] }) =>
    tables.map(({ name }) => name).toSorted()
  expect(names(adopted.old_configuration)).toEqual(['customers', 'visits'])
  expect(names(adopted.new_configuration)).toEqual(['customers', 'visits'])
  const customers = ({ tables }: typeof adopted.new_configuration) =>
    tables.find(({ name }) => name === 'customers')
  expect(customers(adopted.old_configuration)).toMatchObject({ id: 'tbl1', rules: { list: '' } })
  const fields = customers(adopted.new_configuration)?.columns.map(
    ({ id, name }) => `${id} ${name}`,
  )
  expect(fields).toContain('col1 name')
  expect(fields?.map((field) => field.split(' ')[1]).toSorted()).toEqual([
    'name',
    'points',
    'visits',
  ])
  const { entries } = await client().call(listAudit, { params })
  expect(entries.find(({ action }) => action === 'adopted')?.after).toMatchObject({
    leftAlone: ['Table "pairs" is left alone: it has no key of one column.'],
  })

  const again = await expectApiError(clone(await newSource(), urlOf(database)))
  expect(again.details).toMatchObject([{ path: 'connectionUrl' }])

  const { plan } = await client().call(planSync, { params })
  expect(plan.steps.filter((step) => step.class === 'lossy' || step.class === 'blocking')).toEqual(
    [],
  )
  expect(plan.steps.some((step) => /create table/i.test(step.sql))).toBe(false)
  expect(plan.drift).toContain(
    '"pairs" is in the database but not in the configuration; it is left alone. It has no key of one column.',
  )
  await client().call(syncDatabase, { params, body: {} })
  const rows = await on<Record<string, unknown>>(
    database,
    `select name, points, "createdOn" is not null as dated from customers order by name`,
  )
  expect(rows).toEqual([
    { name: 'Ada', points: 3, dated: true },
    { name: 'Grace', points: null, dated: true },
  ])
  expect(
    await on(database, 'insert into visits (customer) select id from customers returning 1'),
  ).toHaveLength(2)
  const synced = await read()
  expect(synced.old_configuration).toEqual(synced.new_configuration)
  expect((await client().call(planSync, { params })).plan.steps).toEqual([])

  await remove(params.projectId)
  await eventually(async () => (await metaSchemas(database)).length === 0)
  expect(await on(database, 'select * from customers')).toHaveLength(2)
})
