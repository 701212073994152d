import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadBackup, getProject, listRestores, startRestore } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  expectApiError,
  newProject,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'
import { applyTables, send } from '../../rows/testing/shelf.ts'
import { fillProject, type Row } from '../export/testing/fill-project.ts'
import { plinth } from './testing/plinth.ts'
import { createBackup, restoreBackup } from './testing/until-ended.ts'

const PAIRS = [
  { from: 'sqlite3', to: 'postgres', words: /dev is on SQLite, and dev of .* on PostgreSQL/ },
  { from: 'postgres', to: 'sqlite3', words: /dev is on PostgreSQL, and dev of .* on SQLite/ },
] as const
const INSTEAD = /as a new project.*npx plinth-server export/

describe.each(PAIRS)('a backup from $from and a project on $to', ({ from, to, words }) => {
  let folder: string
  let owner: Person
  let projectId: string
  let other: string
  let backupId: string
  const tables = [{ id: 'kept', name: 'kept', columns: [{ id: 'k', name: 'word', type: 'text' }] }]

  const list = async (table: string, $projectId: string): Promise<Row[]> => {
    const query = { $projectId, $limit: '1000', $sort: '+id' }
    return (await send('GET', table, { token: owner.token, query })).body.data
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-engines-'))
    owner = await newStaff()
    projectId = await newProject(owner)
    await fillProject({ owner, projectId, database: from, canary: 'none' })
    backupId = (await createBackup(owner, { projectId })).id
    other = await newProject(owner)
    await applyTables({ projectId: other, owner, database: to, tables })
    const query = { $projectId: other }
    await send('POST', 'kept', { token: owner.token, query, body: { word: 'here' } })
  }, 60_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('is rejected over it with advice, and changes nothing', async () => {
    const params = { projectId, backupId }
    const { url } = await owner.client.call(downloadBackup, { params })
    const file = join(folder, 'it.plinth')
    await writeFile(file, Buffer.from(await (await fetch(url)).arrayBuffer()))
    const { projectData } = await owner.client.call(getProject, { params: { projectId: other } })
    const args = ['restore', '--in', file, '--into', other, '--confirm', projectData.name]
    const refused = await plinth(...args)
    expect(refused).toMatchObject({ code: 2, said: expect.stringMatching(words) })
    expect(refused.said).toMatch(INSTEAD)
    expect(await list('kept', other)).toMatchObject([{ word: 'here' }])
  })

  test('is restored as a new project on its own database type, with every value intact', async () => {
    const name = `Again ${from} ${Date.now()}`
    const done = await restoreBackup(owner, { projectId, backupId, into: 'new', name })
    expect(done, done.message).toMatchObject({ state: 'done' })
    const made = done.projectId ?? ''
    for (const table of ['thing', 'box', 'tag', 'box_size']) {
      const before = await list(table, projectId)
      expect(before.length).toBeGreaterThan(0)
      const moved = JSON.stringify(before).replaceAll(projectId, made)
      expect(await list(table, made)).toEqual(JSON.parse(moved))
    }
  })

  test('is rejected by the API too, before anything starts', async () => {
    // The API never assigns a backup to another project; a project that changed its database type would have
    // one like this.
    await withPlatform((client) =>
      client.query('update backup set project_id = $1 where id = $2', [other, backupId]),
    )
    const { projectData } = await owner.client.call(getProject, { params: { projectId: other } })
    const params = { projectId: other, backupId }
    const body = { into: 'over', environments: ['dev'], confirm: projectData.name } as const
    const refusal = await expectApiError(
      owner.client.call(startRestore, { params, body: body as never }),
    )
    expect(refusal).toMatchObject({ status: 409, message: expect.stringMatching(words) })
    expect(refusal.message).toMatch(INSTEAD)
    const { restores } = await owner.client.call(listRestores, { params: { projectId: other } })
    expect(restores).toEqual([])
    expect(await list('kept', other)).toMatchObject([{ word: 'here' }])
  })
})
