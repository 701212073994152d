import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import {
  createProject,
  deleteProject,
  eraseProject,
  getProject,
  listEnvironments,
  listProjects,
  listRegions,
  runMigration,
} from '@plinth/contract'
import { expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import {
  expectApiError,
  join,
  newProject,
  newStaff,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'

const named = (name: string) => ({ body: { cloned: false as const, name } })
const empty = { version: 'v1', database: 'sqlite3', tables: [] }

test('a new project is ready, in sync and owned by its creator', async () => {
  const owner = await newStaff()
  const name = `Shop ${randomUUID()}`
  const { projectId } = await owner.client.call(createProject, named(`  ${name} `))
  const { projects, total, counts } = await owner.client.call(listProjects)
  expect({ total, counts }).toEqual({ total: 1, counts: { all: 1, outOfSync: 0, archived: 0 } })
  const [project] = projects
  expect(project).toMatchObject({
    id: projectId,
    name,
    region: 'aws-ap-southeast-1',
    role: 'owner',
    state: 'ready',
  })
  const [dev, production] = project?.configurations ?? []
  expect(project?.configurations).toHaveLength(2)
  expect(dev).toEqual(production)
  const { projectData } = await owner.client.call(getProject, { params: { projectId } })
  expect(projectData.configuration).toEqual({
    new_configuration: empty,
    old_configuration: empty,
    revision: 1,
  })
  expect(projectData.prodConfiguration.old_configuration).toEqual(empty)
})

test('each environment has its own database, created before the answer', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  const { environments } = await owner.client.call(listEnvironments, { params: { projectId } })
  expect(environments.map((environment) => environment.name)).toEqual(['dev', 'production'])
  for (const { id } of environments) {
    expect(existsSync(joinPath(inject('server').dataDir, 'projects', `${id}.db`))).toBe(true)
  }
})

test('deleting hides the project at once and releases its name, erasing drops the databases', async () => {
  const owner = await newStaff()
  const name = `Gone ${randomUUID()}`
  const { projectId } = await owner.client.call(createProject, named(name))
  const { environments } = await owner.client.call(listEnvironments, { params: { projectId } })
  await owner.client.call(deleteProject, { params: { projectId } })
  expect(
    (await expectApiError(owner.client.call(getProject, { params: { projectId } }))).status,
  ).toBe(404)
  expect((await owner.client.call(listProjects)).total).toBe(0)
  const again = await owner.client.call(createProject, named(name))
  expect(again.projectId).not.toBe(projectId)
  const files = environments.map(({ id }) =>
    joinPath(inject('server').dataDir, 'projects', `${id}.db`),
  )
  expect(files.every((file) => existsSync(file))).toBe(true)
  const admin = await theAdmin()
  await admin.client.call(eraseProject, { params: { deletedProjectId: projectId } })
  await eventually(async () => files.every((file) => !existsSync(file)))
  await eventually(() =>
    withPlatform(async (client) => {
      const left = await client.query('select 1 from project where id = $1', [projectId])
      return left.rowCount === 0
    }),
  )
})

test.each([
  { name: 'the same name', other: (name: string) => name },
  { name: 'another case', other: (name: string) => name.toUpperCase() },
  { name: 'outer spaces', other: (name: string) => `  ${name}  ` },
])('$name is a duplicate for every caller', async ({ other }) => {
  const name = `Twice ${randomUUID()}`
  await (await newStaff()).client.call(createProject, named(name))
  const error = await expectApiError(
    (await newStaff()).client.call(createProject, named(other(name))),
  )
  expect(error).toMatchObject({
    code: 'conflict',
    message: 'A project with this name already exists.',
  })
})

test('of twenty concurrent creates with one name exactly one succeeds', async () => {
  const person = await newStaff()
  const name = `Race ${randomUUID()}`
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => person.client.call(createProject, named(name))),
  )
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  expect((await person.client.call(listProjects)).total).toBe(1)
})

test('a repeated create with an Idempotency-Key creates one project', async () => {
  const person = await newStaff()
  const name = `Once ${randomUUID()}`
  const key = randomUUID()
  const create = (as: string) =>
    person.client.call(createProject, { ...named(as), idempotencyKey: key })
  const first = await create(name)
  expect(await create(name)).toEqual(first)
  expect((await expectApiError(create(`${name} changed`))).code).toBe('invalid')
  expect((await person.client.call(listProjects)).total).toBe(1)
  const stranger = await newStaff()
  const other = stranger.client.call(createProject, { ...named(name), idempotencyKey: key })
  expect((await expectApiError(other)).code).toBe('conflict')
})

test('a repeated delete gets the first answer, and any other request 404', async () => {
  const owner = await newStaff()
  const params = { projectId: await newProject(owner) }
  const idempotencyKey = randomUUID()
  const remove = (key: string) => owner.client.call(deleteProject, { params, idempotencyKey: key })
  const first = await remove(idempotencyKey)
  expect(await remove(idempotencyKey)).toEqual(first)
  expect((await expectApiError(remove(randomUUID()))).status).toBe(404)
  const other = await newStaff()
  const stolen = other.client.call(deleteProject, { params, idempotencyKey })
  expect((await expectApiError(stolen)).status).toBe(404)
})

test('twenty concurrent repeats with one Idempotency-Key have one effect', async () => {
  const person = await newStaff()
  const input = { ...named(`Storm ${randomUUID()}`), idempotencyKey: randomUUID() }
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => person.client.call(createProject, input)),
  )
  const ids = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.projectId] : []))
  expect(new Set(ids).size).toBe(1)
  for (const one of tries) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
  }
  expect((await person.client.call(listProjects)).total).toBe(1)
})

test('a create without `cloned` is one of an empty project', async () => {
  const person = await newStaff()
  const body = { name: `Plain ${randomUUID()}` }
  const { projectId } = await person.client.call(createProject, { body })
  expect(projectId).toMatch(/^prj_/)
})

test.each([
  { name: 'no name', body: { cloned: false, name: '   ' }, path: 'name' },
  { name: 'an unknown region', body: { cloned: false, name: 'x', region: 'moon' }, path: 'region' },
  { name: 'an id of its own', body: { cloned: false, name: 'x', id: 'prj_1' }, path: '' },
  { name: 'another word on cloning', body: { cloned: 'no', name: 'x' }, path: 'cloned' },
])('a create with $name is refused', async ({ body, path }) => {
  const person = await newStaff()
  const error = await expectApiError(person.client.call(createProject, { body: body as never }))
  expect(error.status).toBe(422)
  expect(error.details).toMatchObject([{ path }])
})

test('the list searches, filters and pages', async () => {
  const person = await newStaff()
  const word = randomUUID()
  for (const name of [`${word} One`, `${word} Two`, `${word} 100%_`]) {
    await person.client.call(createProject, named(name))
  }
  const list = (query: object) => person.client.call(listProjects, { query })
  expect((await list({ search: 'ONE' })).projects.map((found) => found.name)).toEqual([
    `${word} One`,
  ])
  expect((await list({ search: '%' })).total).toBe(1)
  expect((await list({ search: '_' })).total).toBe(1)
  expect((await list({ status: 'out-of-sync' })).total).toBe(0)
  expect((await list({ status: 'in-sync' })).total).toBe(3)
  const pages = await Promise.all([1, 2, 3].map((page) => list({ page, limit: 2 })))
  expect(pages.map((page) => page.projects.length)).toEqual([2, 1, 0])
  expect(pages[0]?.projects[0]?.name).toBe(`${word} 100%_`)
  expect((await expectApiError(list({ limit: 0 }))).status).toBe(422)
  expect((await expectApiError(list({ limit: 201 }))).status).toBe(422)
  expect((await expectApiError(list({ order: 'name' }))).status).toBe(422)
})

test('a list shows members their projects with their role, and admins all', async () => {
  const [owner, developer, stranger, admin] = [
    await newStaff(),
    await newStaff(),
    await newStaff(),
    await theAdmin(),
  ]
  const projectId = await newProject(owner)
  await join(developer, { projectId, role: 'developer' })
  const roles = async (who: typeof owner) => {
    const { projects } = await who.client.call(listProjects, { query: { search: projectId } })
    return projects.map((project) => project.role)
  }
  expect(await roles(owner)).toEqual(['owner'])
  expect(await roles(developer)).toEqual(['developer'])
  expect(await roles(stranger)).toEqual([])
  expect(await roles(admin)).toEqual(['admin'])
})

test('a project of others answers 404 like one that does not exist', async () => {
  const projectId = await newProject(await newStaff())
  const stranger = await newStaff()
  const missing = `${projectId.slice(0, -1)}${projectId.endsWith('a') ? 'b' : 'a'}`
  const answers = await Promise.all(
    [projectId, missing].map((id) =>
      expectApiError(stranger.client.call(getProject, { params: { projectId: id } })),
    ),
  )
  const [theirs, none] = answers.map(({ status, code, message, details }) => ({
    status,
    code,
    message,
    details,
  }))
  expect(theirs).toEqual(none)
  expect(theirs?.status).toBe(404)
})

test('regions show whether they have their own cluster', async () => {
  const { regions } = await (await newStaff()).client.call(listRegions)
  expect(regions).toHaveLength(6)
  expect(regions[0]).toEqual({ value: 'aws-ap-southeast-1', label: 'Singapore', mapped: false })
})

test('Run Migration is for admins, upgrades old configurations and can be repeated', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  expect((await expectApiError(owner.client.call(runMigration))).status).toBe(403)
  await withPlatform((client) =>
    client.query(
      `update configuration set version = 'v0', new_configuration = '{"version":"v0"}'
       from environment where environment.id = environment_id and project_id = $1 and name = 'dev'`,
      [projectId],
    ),
  )
  const admin = await theAdmin()
  const read = async () =>
    (await owner.client.call(getProject, { params: { projectId } })).projectData.configuration
  // Other test files share the server and may leave old configurations.
  const first = await admin.client.call(runMigration)
  expect(first.migrated).toBeGreaterThan(0)
  expect(first.failed).toBe(0)
  const raised = await read()
  expect(raised.new_configuration).toEqual(empty)
  expect(await admin.client.call(runMigration)).toMatchObject({ failed: 0 })
  expect(await read()).toEqual(raised)
})
