import {
  Configuration,
  deployDatabase,
  getProject,
  listProjects,
  listReleases,
  listTrash,
  planDeploy,
  planSync,
  restoreFromTrash,
  saveConfiguration,
  syncDatabase,
  undoRelease,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  expectApiError,
  join,
  newProject,
  newStaff,
  type Person,
  theAdmin,
} from '../../app/testing/people.ts'

const text = (id: string, name: string, options: object = {}) => ({
  id,
  name,
  type: 'text',
  options,
})
const table = (id: string, name: string, columns: object[] = [text(`${id}c`, 'title')]) => ({
  id,
  name,
  columns,
})

let owner: Person
let admin: Person

beforeAll(async () => {
  owner = await newStaff()
  admin = await theAdmin()
})

describe.each(['sqlite3', 'postgres'] as const)('on %s', (database) => {
  const configuration = (...tables: object[]) => Configuration.parse({ database, tables })

  async function draft(projectId: string, ...tables: object[]): Promise<void> {
    const body = { newConfiguration: configuration(...tables) }
    await owner.client.call(saveConfiguration, { params: { projectId }, body })
  }

  const sync = (projectId: string, body: object = {}) =>
    owner.client.call(syncDatabase, { params: { projectId }, body })
  const read = async (projectId: string) =>
    (await owner.client.call(getProject, { params: { projectId } })).projectData

  async function synced(...tables: object[]): Promise<string> {
    const projectId = await newProject(owner)
    await draft(projectId, ...tables)
    await sync(projectId)
    return projectId
  }

  test('applies the saved draft on sync, and is out of sync until the deploy', async () => {
    const projectId = await synced(table('t1', 'customers'))
    const { configuration: stored, prodConfiguration } = await read(projectId)
    expect(stored.old_configuration).toEqual(stored.new_configuration)
    expect(stored.old_configuration.database).toBe(database)
    expect(prodConfiguration.old_configuration.tables).toEqual([])
    const search = { query: { search: projectId } }
    expect((await owner.client.call(listProjects, search)).counts.outOfSync).toBeGreaterThan(0)
    const preview = await admin.client.call(planDeploy, { params: { projectId } })
    expect(preview.plan).toMatchObject({ environment: 'production', defaultRules: ['customers'] })
    expect(preview.after.tables).toHaveLength(1)
    const { release } = await admin.client.call(deployDatabase, { params: { projectId } })
    expect(release).toMatchObject({ kind: 'deploy', state: 'applied', environment: 'production' })
    const after = await read(projectId)
    expect(after.prodConfiguration.old_configuration).toEqual(after.configuration.old_configuration)
    const [listed] = (await owner.client.call(listProjects, search)).projects
    const digests = listed?.configurations.map((entry) => entry.old_configuration.digest)
    expect(new Set(digests).size).toBe(1)
  })

  const tested = (expected: 'allow' | 'deny') => ({
    ...table('t1', 'notes'),
    rules: { view: 'title = "open"' },
    tests: [{ id: 'a', name: 'guests read', operation: 'view', expected, row: { title: 'open' } }],
  })

  test('blocks sync and deploy with a failing rule test, and names it', async () => {
    const projectId = await newProject(owner)
    await draft(projectId, tested('deny'))
    const refusal = await expectApiError(sync(projectId))
    const words =
      'The rule test "guests read" of "notes" fails: the view rule allows what it should deny.'
    expect(refusal).toMatchObject({ code: 'blocked', message: words })
    await draft(projectId, tested('allow'))
    await sync(projectId)
    expect((await read(projectId)).configuration.old_configuration.tables[0]?.tests).toHaveLength(1)
    const { plan } = await admin.client.call(planDeploy, { params: { projectId } })
    expect(plan.class).toBe('safe')
    await admin.client.call(deployDatabase, { params: { projectId } })
    expect((await read(projectId)).prodConfiguration.old_configuration.tables[0]?.tests).toEqual([
      { ...tested('allow').tests[0], user: null },
    ])
  })

  test('blocks the deploy with a test that passes only in dev', async () => {
    const projectId = await newProject(owner)
    await draft(projectId, {
      ...tested('allow'),
      rules: { view: '@request.env = "dev"' },
    })
    await sync(projectId)
    const deploy = admin.client.call(deployDatabase, { params: { projectId } })
    expect((await expectApiError(deploy)).message).toContain('The rule test "guests read"')
  })

  test('plans an unsaved draft in words and SQL without changing anything', async () => {
    const projectId = await newProject(owner)
    const body = { newConfiguration: configuration(table('t1', 'orders')) }
    const { plan } = await owner.client.call(planSync, { params: { projectId }, body })
    expect(plan.class).toBe('safe')
    expect(plan.steps.some((step) => step.words.includes('"orders"'))).toBe(true)
    expect(plan.steps.map((step) => step.sql).join('\n')).toMatch(/create table/i)
    expect((await read(projectId)).configuration.new_configuration.tables).toEqual([])
  })

  test('rejects a plan with obstacles and lists them', async () => {
    const projectId = await newProject(owner)
    await draft(
      projectId,
      { ...table('t1', 'orders'), rules: { list: 'nothing = 1' } },
      table('t2', '1st'),
    )
    const refusal = await expectApiError(sync(projectId))
    expect(refusal).toMatchObject({ status: 409, code: 'blocked' })
    const { plan } = refusal.details as { plan: { steps: { class: string; words: string }[] } }
    const blocking = plan.steps
      .filter((step) => step.class === 'blocking')
      .map((step) => step.words)
    expect(blocking.join('\n')).toContain('list rule of "orders"')
    expect(blocking.length).toBeGreaterThan(1)
    expect((await read(projectId)).configuration.old_configuration.tables).toEqual([])
  })

  test('moves a dropped table to the trash, restores it, and undoes the last change', async () => {
    const projectId = await synced(table('t1', 'keep'), table('t2', 'drop'))
    await draft(projectId, table('t1', 'keep'))
    const params = { projectId }
    const { plan } = await owner.client.call(planSync, { params })
    const confirm = plan.steps.filter((step) => step.class === 'lossy').map((step) => step.id)
    await sync(projectId, { planId: plan.planId, confirm })
    const { trash } = await owner.client.call(listTrash, { params })
    expect(trash).toMatchObject([{ kind: 'table', name: 'drop', tableId: 't2' }])
    const trashId = trash[0]?.id ?? ''
    await owner.client.call(restoreFromTrash, { params: { projectId, trashId } })
    const names = (stored: Configuration) => stored.tables.map((one) => one.name).sort()
    const restored = (await read(projectId)).configuration
    expect(names(restored.old_configuration)).toEqual(['drop', 'keep'])
    expect(names(restored.new_configuration)).toEqual(['drop', 'keep'])
    await draft(projectId, table('t1', 'kept'), table('t2', 'drop'))
    await sync(projectId)
    await owner.client.call(undoRelease, { params })
    expect(names((await read(projectId)).configuration.old_configuration)).toEqual(['drop', 'keep'])
    const { releases } = await owner.client.call(listReleases, { params })
    expect(releases.map((release) => release.kind)).toEqual([
      'undo',
      'sync',
      'restore',
      'sync',
      'sync',
    ])
    expect(releases.every((release) => release.state === 'applied')).toBe(true)
  })

  test('applies a plan of several new tables, made from an editor that has them in another order', async () => {
    const projectId = await newProject(owner)
    const tables = ['t4', 't2', 't3', 't1'].map((id) => table(id, `name_${id}`))
    const body = { newConfiguration: configuration(...tables) }
    const { plan } = await owner.client.call(planSync, { params: { projectId }, body })
    await draft(projectId, ...tables)
    const { release } = await sync(projectId, { planId: plan.planId, confirm: [] })
    expect(release.state).toBe('applied')
  })

  test('accepts the first plan on confirmation, also when the database type changes', async () => {
    const projectId = await newProject(owner)
    await draft(projectId, table('t1', 'a'))
    const { plan } = await owner.client.call(planSync, { params: { projectId } })
    const { release } = await sync(projectId, { planId: plan.planId, confirm: [] })
    expect(release.state).toBe('applied')
  })

  test('rejects a plan other than the confirmed one', async () => {
    const projectId = await synced(table('t1', 'a'))
    await draft(projectId, table('t1', 'b'))
    const refusal = await expectApiError(sync(projectId, { planId: 'another' }))
    expect(refusal.code).toBe('blocked')
  })

  test('lets one of ten concurrent syncs run and rejects the others', async () => {
    const projectId = await newProject(owner)
    await draft(projectId, table('t1', 'once'))
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => sync(projectId)))
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused.length).toBeLessThan(10)
    for (const reason of refused) expect(['conflict', 'unavailable']).toContain(reason.code)
    expect((await read(projectId)).configuration.old_configuration.tables).toHaveLength(1)
  })
})

test('rejects a change of database type once a table was applied', async () => {
  const projectId = await newProject(owner)
  const params = { projectId }
  const save = (newConfiguration: object) =>
    owner.client.call(saveConfiguration, { params, body: { newConfiguration } })
  await save({ database: 'sqlite3', tables: [table('t1', 'a')] })
  await owner.client.call(syncDatabase, { params, body: {} })
  await save({ database: 'postgres', tables: [table('t1', 'a')] })
  const refusal = await expectApiError(owner.client.call(syncDatabase, { params, body: {} }))
  expect(refusal.code).toBe('blocked')
  expect(refusal.message).toContain('cannot change from sqlite3 to postgres')
})

test('allows deploys by admins, and syncs by project members', async () => {
  const projectId = await newProject(owner)
  const developer = await newStaff()
  await join(developer, { projectId, role: 'developer' })
  const params = { projectId }
  expect((await expectApiError(owner.client.call(deployDatabase, { params }))).status).toBe(403)
  expect((await developer.client.call(syncDatabase, { params, body: {} })).release.state).toBe(
    'applied',
  )
  expect(
    (await expectApiError((await newStaff()).client.call(syncDatabase, { params }))).status,
  ).toBe(404)
})
