import {
  cancelRelease,
  getProject,
  listReleases,
  saveConfiguration,
  syncDatabase,
  watchRelease,
} from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import {
  expectApiError,
  join,
  newProject,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'
import { startBeside } from '../../app/testing/start-beside.ts'

let owner: Person

beforeAll(async () => {
  owner = await newStaff()
})

/** Creates a release that no worker executes. */
async function heldRelease(projectId: string, environment = 'dev'): Promise<string> {
  const { release } = await owner.client.call(syncDatabase, { params: { projectId }, body: {} })
  await withPlatform((on) =>
    on.query(
      `update release set state = 'running', version = 1, ended_at = null, environment = $2 where id = $1`,
      [release.id, environment],
    ),
  )
  return release.id
}

const tell = (id: string, set: string) =>
  withPlatform(async (on) => {
    await on.query(`update release set version = version + 1, ${set} where id = $1`, [id])
    await on.query(`select pg_notify('plinth_changed', $1)`, [id])
  })

/** Requests cancellation of every release of this project as soon as it is created. */
async function stoppingAtOnce<T>(projectId: string, act: () => Promise<T>): Promise<T> {
  const name = `stop_${projectId}`
  await withPlatform(async (on) => {
    await on.query(`create function ${name}() returns trigger language plpgsql
      as $$ begin new.cancel_asked := new.cancel_asked or new.project_id = '${projectId}'; return new; end $$`)
    await on.query(
      `create trigger ${name} before insert on release for each row execute function ${name}()`,
    )
  })
  return act().finally(() => withPlatform((on) => on.query(`drop function ${name} cascade`)))
}

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${inject('server').address}${path}`, {
    headers: { authorization: `Bearer ${owner.token}`, ...headers },
  })

test('streams progress, and closes the stream at the end', async () => {
  const projectId = await newProject(owner)
  const releaseId = await heldRelease(projectId)
  const seen: string[] = []
  for await (const { release } of owner.client.stream(watchRelease, {
    params: { projectId, releaseId },
  })) {
    seen.push(`${release.state} ${release.message}`)
    if (seen.length === 1) await tell(releaseId, `message = 'Half'`)
    if (seen.length === 2)
      await tell(releaseId, `state = 'applied', message = '', ended_at = now()`)
  }
  expect(seen).toEqual(['running ', 'running Half', 'applied '])
})

test('resumes after Last-Event-ID', async () => {
  const projectId = await newProject(owner)
  const releaseId = await heldRelease(projectId)
  await tell(releaseId, `state = 'failed', message = 'No.', ended_at = now()`)
  const path = `/api/database/${projectId}/release/${releaseId}/events`
  const whole = await open(path)
  expect(whole.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(await whole.text()).toMatch(/^: open\n\nid: 2\ndata: \{"release":.*\n\nevent: end\n/)
  const rest = await open(path, { 'last-event-id': '2' })
  expect(await rest.text()).toBe(': open\n\nevent: end\ndata: {}\n\n')
  const odd = await open(path, { 'last-event-id': 'a; drop' })
  expect(await odd.text()).toContain('id: 2')
})

test.each([
  { name: 'another project', of: async () => newProject(owner) },
  { name: 'a project of others', of: async () => newProject(await newStaff()) },
])('answers 404 for a release in $name', async ({ of }) => {
  const releaseId = await heldRelease(await newProject(owner))
  const answer = await open(`/api/database/${await of()}/release/${releaseId}/events`)
  expect(answer.status).toBe(404)
})

test('a stopping process ends the stream so that the reader reconnects', async () => {
  const projectId = await newProject(owner)
  const releaseId = await heldRelease(projectId)
  const server = await startBeside({ PLINTH_DRAIN_SECONDS: '1' })
  const url = `${server.address}/api/database/${projectId}/release/${releaseId}/events`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${owner.token}` } })
  const text = answer.text()
  await server.stop()
  expect(await text).toMatch(/retry: 1000\n\n$/)
  expect(await text).not.toContain('event: end')
})

test('limits the open streams per user', async () => {
  const projectId = await newProject(owner)
  const releaseId = await heldRelease(projectId)
  const path = `/api/database/${projectId}/release/${releaseId}/events`
  const answers = await Promise.all(Array.from({ length: 31 }, () => open(path)))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  await Promise.all(answers.map(({ body }) => body?.cancel()))
  await eventually(async () => {
    const again = await open(path)
    await again.body?.cancel()
    return again.status === 200
  })
})

describe.each(['sqlite3', 'postgres'] as const)('on %s', (database) => {
  test('changes nothing if cancelled before it started', async () => {
    const projectId = await newProject(owner)
    const params = { projectId }
    const save = (name: string) =>
      owner.client.call(saveConfiguration, {
        params,
        body: { newConfiguration: { database, tables: [{ id: 't', name }] } },
      })
    await save('first')
    await owner.client.call(syncDatabase, { params, body: {} })
    await save('second')
    const refusal = await stoppingAtOnce(projectId, () =>
      expectApiError(owner.client.call(syncDatabase, { params, body: {} })),
    )
    expect(refusal.message).toMatch(/cancelled/)
    const { releases } = await owner.client.call(listReleases, { params })
    expect(releases[0]).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/cancelled/),
    })
    const { projectData } = await owner.client.call(getProject, { params })
    expect(projectData.configuration.old_configuration.tables[0]?.name).toBe('first')
    expect((await owner.client.call(syncDatabase, { params, body: {} })).release.state).toBe(
      'applied',
    )
  })
})

test('cancels only running releases, and production only by an admin', async () => {
  const projectId = await newProject(owner)
  const releaseId = await heldRelease(projectId, 'production')
  const params = { projectId, releaseId }
  const developer = await newStaff()
  await join(developer, { projectId, role: 'developer' })
  expect((await expectApiError(developer.client.call(cancelRelease, { params }))).status).toBe(403)
  await tell(releaseId, `environment = 'dev'`)
  const { release } = await developer.client.call(cancelRelease, { params })
  expect(release.message).toBe('Stopping')
  await tell(releaseId, `state = 'failed', ended_at = now()`)
  expect((await expectApiError(developer.client.call(cancelRelease, { params }))).code).toBe(
    'conflict',
  )
})
