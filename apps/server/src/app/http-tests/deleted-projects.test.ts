import { existsSync, readdirSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import {
  createProject,
  eraseProject,
  getProject,
  getRun,
  getWorkflow,
  listAudit,
  listDeletedProjects,
  listDomains,
  listKeys,
  listProjects,
  listRuns,
  listStaff,
  restoreProject,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { routes } from '../startup/routes.ts'
import type { RunningServer } from '../startup/start-server.ts'
import { eventually } from '../testing/eventually.ts'
import { expectApiError, type Person, theAdmin, withPlatform } from '../testing/people.ts'
import { startBeside } from '../testing/start-beside.ts'
import { type DeletedPlace, openDeletedPlace, removePlace } from './testing/deleted-place.ts'
import { board, STOPPED_CASES, sendCase } from './testing/stopped-cases.ts'

const { address } = inject('server')
const count = async (query: string, values: unknown[]): Promise<number> =>
  (await withPlatform((on) => on.query(query, values))).rows[0].n

let admin: Person
beforeAll(async () => {
  admin = await theAdmin()
})

const restore = (projectId: string, name?: string) =>
  admin.client.call(restoreProject, {
    params: { deletedProjectId: projectId },
    body: name === undefined ? {} : { name },
  })
const erase = (projectId: string) =>
  admin.client.call(eraseProject, { params: { deletedProjectId: projectId } })

/** What of a project still uses storage. */
async function findStorage({ projectId, environmentIds }: DeletedPlace): Promise<string[]> {
  const { dataDir } = inject('server')
  const inFolder = (folder: string) =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => `${parentPath}/${name}`)
      : []
  const files = [
    ...inFolder(joinPath(dataDir, 'projects')).filter((file) =>
      environmentIds.some((id) => file.includes(id)),
    ),
    ...inFolder(joinPath(dataDir, 'files')).filter((file) => file.includes(projectId)),
  ]
  const rows = await withPlatform((on) =>
    on.query(
      `select 'project' as what from project where id = $1
       union all select 'backup' from backup where project_id = $1`,
      [projectId],
    ),
  )
  return [...files, ...rows.rows.map(({ what }) => String(what))]
}

describe.each(['sqlite3', 'postgres'] as const)('a deleted project on %s', (database) => {
  let place: DeletedPlace
  let second: RunningServer | undefined
  beforeAll(async () => {
    // SQLite files are in the data folder of one server.
    if (database === 'postgres') second = await startBeside()
    place = await openDeletedPlace(database)
    // Both processes have cached what they need to answer.
    const list = { who: 'guest', method: 'GET', path: board } as const
    for (const at of [address, second?.address ?? address])
      expect((await sendCase(place, { ...list, address: at })).status).toBe(200)
    expect((await fetch(place.fileUrl)).status).toBe(200)
    await removePlace(place)
  }, 60_000)
  afterAll(() => second?.stop())

  const cases = STOPPED_CASES.flatMap((each) => each.who.map((who) => ({ ...each, who })))
  test.each(cases)('does not answer: $name, $who', async ({ name, use, ...sent }) => {
    const { status } = await sendCase(place, { ...sent, address })
    expect([401, 404]).toContain(status)
  })

  const endpoints = routes
    .map(({ endpoint }) => endpoint)
    .filter(({ access }) => access.startsWith('project:'))
  test.each(endpoints)('does not answer staff: $method $path', async (endpoint) => {
    const path = endpoint.path
      .replace('{projectId}', place.projectId)
      .replace(/\{\w+\}/g, 'unknown')
    for (const who of ['developer', 'admin'] as const) {
      const sent = { who, method: endpoint.method, path: () => path, address }
      expect((await sendCase(place, sent)).status).toBe(404)
    }
  })

  test('serves neither its files nor its webhook, and its host name is unknown', async () => {
    expect((await fetch(place.fileUrl)).status).toBe(404)
    expect((await fetch(place.hook.url, { method: 'POST' })).status).toBe(404)
    const bound = 'select count(*)::int as n from domain where host = $1 and proved_at is not null'
    expect(await count(bound, [place.host])).toBe(0)
  })

  test.runIf(database === 'postgres')('is unknown to another process within a second', async () => {
    const at = second?.address ?? ''
    const sent = { who: 'guest', method: 'GET', path: board, address: at } as const
    await eventually(async () => (await sendCase(place, sent)).status === 404, 1_000)
  })

  test('is in no list but that of deleted projects, which is for admins', async () => {
    const { owner } = place.people
    const search = { query: { search: place.projectId } }
    for (const { client } of [owner, admin]) {
      expect((await client.call(listProjects, search)).projects).toEqual([])
    }
    const { staff } = await admin.client.call(listStaff)
    expect(JSON.stringify(staff)).not.toContain(place.projectId)
    expect((await expectApiError(owner.client.call(listDeletedProjects))).status).toBe(403)
    const { projects, total } = await admin.client.call(listDeletedProjects)
    expect(total).toBeGreaterThanOrEqual(projects.length)
    const listed = projects.find(({ id }) => id === place.projectId)
    expect(listed).toMatchObject({
      name: place.name,
      deletedBy: 'Test Person',
      isNameTaken: false,
    })
    const left = Date.parse(listed?.erasedOn ?? '') - Date.parse(listed?.deletedOn ?? '')
    expect(left).toBe(30 * 24 * 3_600_000)
  })

  test('keeps its storage, and its files are not swept', async () => {
    expect(await findStorage(place)).toEqual(expect.arrayContaining(['project', 'backup']))
    const old = `update upload set state = 'claimed', was_held = false, state_at = now() - interval '1 day'
      where environment_id = any($1)`
    await withPlatform((on) => on.query(old, [place.environmentIds]))
  })

  test('ends its runs with the reason and starts none', async () => {
    const ended = await withPlatform((on) =>
      on.query('select status, error_message from run where id = $1', [place.runId]),
    )
    expect(ended.rows).toEqual([{ status: 'cancelled', error_message: 'The project was deleted.' }])
    const open = `select count(*)::int as n from run where project_id = $1 and ended_at is null`
    await eventually(async () => (await count(open, [place.projectId])) === 0)
  })

  test('is restored under another name if its own is taken, and nothing starts by itself', async () => {
    const { owner } = place.people
    const { client } = owner
    const params = { projectId: place.projectId }
    await client.call(createProject, { body: { cloned: false, name: place.name.toUpperCase() } })
    const { projects } = await admin.client.call(listDeletedProjects)
    expect(projects.find(({ id }) => id === place.projectId)?.isNameTaken).toBe(true)
    expect(await expectApiError(restore(place.projectId))).toMatchObject({
      code: 'conflict',
      details: [{ path: 'name' }],
    })
    const name = `${place.name} again`
    expect(await restore(place.projectId, name)).toEqual({ ...params, name })
    expect((await expectApiError(restore(place.projectId))).status).toBe(404)

    const { projectData } = await client.call(getProject, { params })
    expect(projectData).toMatchObject({ name, state: 'ready', role: 'owner' })
    const list = { who: 'guest', method: 'GET', path: board, address } as const
    expect((await sendCase(place, list)).status).toBe(200)
    expect((await sendCase(place, { ...list, who: 'key' })).status).toBe(401)
    expect((await client.call(listKeys, { params })).keys).toEqual([])
    const { domains } = await client.call(listDomains, { params })
    expect(domains).toMatchObject([{ domain_name: place.host, proved: false }])
    const isActive = async ({ id }: { id: string }) =>
      (await client.call(getWorkflow, { params: { ...params, workflowId: id } })).data.workflow
        .active
    expect(await isActive(place.hook)).toBe(false)
    expect(await isActive(place.schedule)).toBe(false)
    expect(await isActive(place.byHand)).toBe(true)
    expect((await fetch(place.hook.url, { method: 'POST' })).status).toBe(404)
    const { run } = await client.call(getRun, { params: { ...params, runId: place.runId } })
    expect(run).toMatchObject({
      status: 'cancelled',
      error: { message: 'The project was deleted.' },
    })
    const { runs } = await client.call(listRuns, { params, query: {} })
    expect(runs.every(({ endedOn }) => endedOn !== null)).toBe(true)
    await eventually(async () => (await fetch(place.fileUrl)).status === 200)
    const { entries } = await client.call(listAudit, { params, query: { area: 'project' } })
    expect(entries).toMatchObject([
      { action: 'restored', after: { name, keys: 0 } },
      { action: 'deleted', before: { name: place.name }, after: { keys: 1, domains: 1 } },
      { action: 'created' },
    ])
  })

  test('is erased now with its databases, files and backups', async () => {
    expect((await expectApiError(erase(place.projectId))).status).toBe(404)
    await removePlace(place)
    await erase(place.projectId)
    expect((await expectApiError(restore(place.projectId))).status).toBe(404)
    expect((await expectApiError(erase(place.projectId))).status).toBe(404)
    const { projects } = await admin.client.call(listDeletedProjects)
    expect(projects.map(({ id }) => id)).not.toContain(place.projectId)
    await expect.poll(() => findStorage(place), { timeout: 20_000 }).toEqual([])
    const erased = `select count(*)::int as n from audit where project_id = $1 and action = 'erased'`
    expect(await count(erased, [place.projectId])).toBe(1)
  })
})
