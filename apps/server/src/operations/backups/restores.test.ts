import { appendFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import {
  createConstant,
  createCredential,
  createDomain,
  createWorkflow,
  type EnvironmentName,
  listCredentials,
  listDomains,
  listEnvironments,
  listProjects,
  listWorkflows,
  listWorkflowTests,
  listWorkflowVersions,
  MAX_WORKFLOW_TESTS,
  startRestore,
  updateWorkflow,
} from '@plinth/contract'
import { describe, expect, inject, test } from 'vitest'
import { expectApiError, theAdmin, withPlatform } from '../../app/testing/people.ts'
import { runnable } from '../../app/testing/runnable.ts'
import { PNG, useAlbum } from '../../rows/files/testing/use-album.ts'
import { send } from '../../rows/testing/shelf.ts'
import {
  SAMPLE_TEST,
  storeSampleTest,
} from '../../workflows/workflow-tests/testing/store-sample-test.ts'
import { createBackup, restoreBackup } from './testing/until-ended.ts'

/** Invisible leftovers: row storage that no environment uses, staged lines that no restore needs. */
async function leftovers(): Promise<string[]> {
  const { dataDir } = inject('server')
  return withPlatform(async (client) => {
    const placed = await client.query('select database, schema from placement')
    const replaced = await client.query('select placement from replaced_placement')
    const lines = await client.query('select distinct restore_id from restore_part')
    const open = await client.query(`select places from restore where places <> '[]'`)
    const known = new Set(placed.rows.map(({ database }) => database))
    for (const { placement } of replaced.rows) known.add(JSON.parse(placement).database)
    const files = await readdir(joinPath(dataDir, 'projects'))
    // Only restores create files with such a name; another suite may be about to end one.
    const strange = files.filter(
      (name) => /-[a-z0-9]{26}\.db(\.draft)?$/.test(name) && !known.has(name),
    )
    return [...strange, ...lines.rows.map(String), ...open.rows.map(String)]
  })
}

describe.each(['sqlite3', 'postgres'] as const)('restoring a backup, on %s', (database) => {
  const album = useAlbum(database)
  const passphrase = 'a passphrase of a test'
  const rowsOf = async (projectId: string) => {
    const { body } = await send('GET', 'photo', {
      query: { $projectId: projectId, $sort: 'title' },
    })
    return body.data as {
      id: string
      title: string
      createdOn: string
      image?: { fileKey: string; url: string }
    }[]
  }
  const domain = `${database}.restored.example.com`
  let backupId = ''
  let hook = ''
  const nameOf = (projectId: string) =>
    withPlatform(async (client) => {
      const result = await client.query('select name from project where id = $1', [projectId])
      return String(result.rows[0]?.name)
    })

  test('contains everything', async () => {
    const [projectId, owner] = [album.projectId(), album.owner()]
    const params = { projectId }
    const { environments } = await owner.client.call(listEnvironments, { params })
    const environment = environments.find(({ name }) => name === 'dev')?.id ?? ''
    const constants = [
      { key: 'TOKEN', value: 'the-secret-constant', environment, secret: true },
      { key: 'PLAIN', value: 'plain', environment },
    ]
    for (const body of constants) await owner.client.call(createConstant, { params, body })
    await owner.client.call(createDomain, { params, body: { domain, environment } })
    const { credential } = await owner.client.call(createCredential, {
      params,
      body: {
        name: 'Shop',
        type: 'api-credential',
        data: { baseUrl: 'https://shop.example.com', apiKey: 'the-api-key' },
      },
    })
    const http = runnable('call', 'http_request')
    const node = { ...http, data: { ...http.data, credentials: { credential: credential.id } } }
    const start = runnable('start', 'trigger-webhook')
    const { data } = await owner.client.call(createWorkflow, {
      params,
      body: { name: 'Calls', nodes: [start, node], connections: [], active: true },
    })
    const { workflow } = data
    hook = workflow.triggers[0]?.url ?? ''
    await owner.client.call(updateWorkflow, {
      params: { projectId, workflowId: workflow.id },
      body: {
        name: 'Calls again',
        nodes: JSON.stringify([start, node]),
        connections: '[]',
        settings: '{"tags":["Shop"]}',
        active: true,
      } as never,
    })
    await storeSampleTest(workflow.id, MAX_WORKFLOW_TESTS + 1)
    const image = await album.upload('image')
    for (const title of ['one', 'two', 'three'])
      expect(
        (await album.create({ isOpen: true, title, image: title === 'one' ? image : null })).status,
      ).toBe(200)
    const made = await createBackup(owner, { projectId, passphrase })
    expect(made).toMatchObject({ state: 'done', secretsOf: ['dev'] })
    backupId = made.id
  })

  test('as a new project: restores rows, files, workflows with versions and secrets, with triggers off and no domains', async () => {
    const [projectId, owner] = [album.projectId(), album.owner()]
    const before = await rowsOf(projectId)
    const name = `Restored ${database} ${Date.now()}`
    const done = await restoreBackup(owner, { projectId, backupId, into: 'new', name, passphrase })
    expect(done, done.message).toMatchObject({ state: 'done', into: 'new', progress: 1 })
    expect(done.left.join(' ')).toMatch(/another project has: .*1 workflow is switched off/)
    const made = done.projectId ?? ''
    const rows = await rowsOf(made)
    expect(rows.map(({ id, title, createdOn }) => [id, title, createdOn])).toEqual(
      before.map(({ id, title, createdOn }) => [id, title, createdOn]),
    )
    const image = rows.find(({ title }) => title === 'one')?.image
    expect(image?.fileKey.startsWith(`${made}/`)).toBe(true)
    expect(image?.url).toContain(`/files/${image?.fileKey}`)
    expect(Buffer.from(await (await fetch(image?.url ?? '')).arrayBuffer())).toEqual(PNG)
    const params = { projectId: made }
    const { workflows } = await owner.client.call(listWorkflows, { params })
    expect(workflows).toMatchObject([
      { name: 'Calls again', active: false, settings: { tags: ['Shop'] } },
    ])
    const { versions } = await owner.client.call(listWorkflowVersions, {
      params: { projectId: made, workflowId: workflows[0]?.id ?? '' },
    })
    expect(versions.map(({ revision }) => revision)).toEqual([2, 1])
    const { tests } = await owner.client.call(listWorkflowTests, {
      params: { projectId: made, workflowId: workflows[0]?.id ?? '' },
    })
    expect(tests).toEqual(Array.from({ length: MAX_WORKFLOW_TESTS }, () => SAMPLE_TEST))
    expect(done.left.join(' ')).toContain('limits of a workflow: 1 ')
    const { credentials } = await owner.client.call(listCredentials, { params })
    expect(credentials).toMatchObject([
      { name: 'Shop', data: { apiKey: expect.stringMatching(/^fingerprint:/) } },
    ])
    expect(JSON.stringify(workflows)).toContain(credentials[0]?.id)
    expect((await owner.client.call(listDomains, { params })).domains).toEqual([])
    await expect.poll(leftovers, { timeout: 30_000 }).toEqual([])
  })

  test('over the project: removes newer data, restores lost data, keeps URLs for callers', async () => {
    const [projectId, owner] = [album.projectId(), album.owner()]
    const before = await rowsOf(projectId)
    await send('DELETE', `photo/${before[0]?.id}`, { query: { $projectId: projectId } })
    await album.create({ isOpen: true, title: 'later' })
    const confirm = await nameOf(projectId)
    const over = {
      projectId,
      backupId,
      into: 'over',
      environments: ['dev'] as EnvironmentName[],
      confirm,
    }
    const done = await restoreBackup(owner, { ...over })
    expect(done, done.message).toMatchObject({ state: 'done', projectId })
    // Without the passphrase the current secrets stay.
    expect(done.left).toEqual([expect.stringContaining('Workflow tests beyond the limits')])
    expect(await rowsOf(projectId)).toEqual(before)
    const { workflows } = await owner.client.call(listWorkflows, { params: { projectId } })
    expect(workflows).toMatchObject([{ name: 'Calls again', active: true }])
    expect(workflows[0]?.triggers[0]?.url).toBe(hook)
    expect((await owner.client.call(listDomains, { params: { projectId } })).domains).toMatchObject(
      [{ domain_name: domain }],
    )
    expect((await album.create({ isOpen: true, title: 'zzz' })).status).toBe(200)
    await expect.poll(leftovers, { timeout: 30_000 }).toEqual([])
  })

  test('rejects production by an owner, a wrong name, an unknown environment', async () => {
    const [projectId, owner] = [album.projectId(), album.owner()]
    const confirm = await nameOf(projectId)
    const params = { projectId, backupId }
    for (const [body, status] of [
      [{ into: 'over', environments: ['dev', 'production'], confirm }, 403],
      [{ into: 'over', environments: ['dev'], confirm: `${confirm}!` }, 422],
      [{ into: 'over', environments: [], confirm }, 422],
      [{ into: 'new', name: '' }, 422],
    ] as const) {
      const call = owner.client.call(startRestore, { params, body: body as never })
      expect(await expectApiError(call)).toMatchObject({ status })
    }
    const admin = await theAdmin()
    const done = await restoreBackup(admin, {
      ...params,
      into: 'over',
      environments: ['production', 'dev'],
      confirm,
    })
    expect(done, done.message).toMatchObject({ state: 'done' })
    expect(await rowsOf(projectId)).toHaveLength(3)
  })

  test('fails without changes: wrong passphrase, taken name, damaged archive', async () => {
    const [projectId, owner] = [album.projectId(), album.owner()]
    const before = await rowsOf(projectId)
    const { length } = (await owner.client.call(listProjects, {})).projects
    const fails = async (body: Record<string, unknown>, words: RegExp) => {
      const done = await restoreBackup(owner, { projectId, backupId, ...body })
      expect(done.state).toBe('failed')
      expect(done.message).toMatch(words)
      await expect.poll(leftovers, { timeout: 30_000 }).toEqual([])
    }
    await fails(
      { into: 'new', name: 'X', passphrase: 'not the passphrase' },
      /passphrase is not the one/,
    )
    await fails({ into: 'new', name: await nameOf(projectId) }, /name already exists/)
    const key = await withPlatform(async (client) => {
      const result = await client.query('select key from backup where id = $1', [backupId])
      return String(result.rows[0]?.key)
    })
    const file = joinPath(inject('server').dataDir, 'files', key)
    const whole = await readFile(file)
    const flipped = Buffer.from(whole)
    flipped[whole.length - 60] = (whole[whole.length - 60] ?? 0) ^ 1
    await writeFile(file, flipped)
    const over = { into: 'over', environments: ['dev'], confirm: await nameOf(projectId) }
    await fails(over, /damaged|cut off/)
    await writeFile(file, whole)
    await truncate(file, Math.floor(whole.length / 2))
    await fails(over, /damaged|cut off/)
    await writeFile(file, '')
    await appendFile(file, 'hello')
    await fails(over, /no backup of Plinth/)
    await writeFile(file, whole)
    expect(await rowsOf(projectId)).toEqual(before)
    expect((await owner.client.call(listProjects, {})).projects).toHaveLength(length)
  }, 90_000)
})
