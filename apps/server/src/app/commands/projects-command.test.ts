import { deleteProject, getProject, renameProject, saveAvailability } from '@plinth/contract'
import { expect, test } from 'vitest'
import { plinth } from '../../operations/backups/testing/plinth.ts'
import { newProject, newStaff, withPlatform } from '../testing/people.ts'

const ENDED_ON = '2026-01-02T03:04:05.000Z'

/** Adds the record of a backup. */
async function addBackup(projectId: string, state: string, endedOn: string): Promise<void> {
  await withPlatform((client) =>
    client.query(
      `insert into backup (id, project_id, organisation_id, origin, store, key, state, by_name, request_id, ended_at)
       select 'bkp_' || gen_random_uuid(), id, organisation_id, 'person', 'disk', gen_random_uuid(), $2, 'Test', 'test', $3
       from project where id = $1`,
      [projectId, state, endedOn],
    ),
  )
}

async function listed(): Promise<Map<string, Record<string, unknown>>> {
  const { code, said } = await plinth('projects', '--json')
  expect(code, said).toBe(0)
  const projects: Record<string, unknown>[] = JSON.parse(said)
  return new Map(projects.map((project) => [String(project.id), project]))
}

test('lists every project with its owners, databases, state, size and last backup', async () => {
  const owner = await newStaff()
  const [backedUp, stopped, deleted] = [
    await newProject(owner),
    await newProject(owner),
    await newProject(owner),
  ]
  await addBackup(backedUp, 'done', '2026-01-01T00:00:00.000Z')
  await addBackup(backedUp, 'done', ENDED_ON)
  await addBackup(backedUp, 'failed', '2026-01-03T00:00:00.000Z')
  await owner.client.call(saveAvailability, {
    params: { projectId: stopped },
    body: { state: 'read-only', reason: 'Moving' },
  })
  await owner.client.call(deleteProject, { params: { projectId: deleted } })
  const { projectData } = await owner.client.call(getProject, { params: { projectId: backedUp } })

  const projects = await listed()
  expect(projects.get(backedUp)).toMatchObject({
    name: projectData.name,
    organisation: expect.any(String),
    owners: [owner.email],
    engines: { dev: 'sqlite3', production: 'sqlite3' },
    state: 'open',
    lastBackup: ENDED_ON,
  })
  expect(projects.get(stopped)).toMatchObject({ state: 'read-only', lastBackup: null })
  expect(projects.get(deleted)).toMatchObject({ state: 'deleted' })

  const { code, said } = await plinth('projects')
  const lines = said.split('\n')
  expect(code).toBe(0)
  expect(lines[0]).toMatch(/^id +name +organisation +owners +databases +state +size +last backup$/)
  const line = lines.find((one) => one.startsWith(backedUp))
  const cells = line?.split(/ {2,}/)
  expect(cells?.slice(3, 6)).toEqual([owner.email, 'dev sqlite3, production sqlite3', 'open'])
  expect(cells?.at(-1)).toBe(ENDED_ON)
}, 300_000)

test('escapes characters in names that a terminal would obey', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  await owner.client.call(renameProject, {
    params: { projectId },
    body: { name: 'a\u001b[2J\nprj_false\u202eb' },
  })
  const { said } = await plinth('projects')
  const line = said.split('\n').find((one) => one.startsWith(projectId))
  expect(line).toContain('a\\u{1b}[2J\\u{a}prj_false\\u{202e}b')
}, 120_000)

test('refuses an unknown option', async () => {
  expect(await plinth('projects', '--yaml')).toMatchObject({ code: 2 })
}, 120_000)
