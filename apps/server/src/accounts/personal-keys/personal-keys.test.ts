import {
  createProject,
  createRow,
  disableStaff,
  getProjectTypes,
  importRows,
  listPersonalKeys,
  listProjects,
  listRows,
  listRuns,
  revokePersonalKey,
} from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { routes } from '../../app/startup/routes.ts'
import { appConfiguration, newApp } from '../../app/testing/app-tables.ts'
import {
  clientOf,
  expectApiError,
  join,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { newPersonalKey } from './testing/device-login.ts'

let owner: Person
let projectId: string
beforeAll(async () => {
  owner = await newStaff()
  projectId = await newApp(owner, appConfiguration('sqlite3'))
})

const rowsOf = (secret: string, project = projectId) =>
  clientOf(secret).call(listRows, { params: { table: 'notes' }, query: { $projectId: project } })
const addRow = (secret: string) =>
  clientOf(secret).call(createRow, {
    params: { table: 'notes' },
    query: { $projectId: projectId },
    body: { title: 'By a key' },
  })

describe('a personal key', () => {
  test('reads rows, runs and types of its projects with the rights of its person', async () => {
    const other = await newProject(owner)
    const secret = await newPersonalKey(owner, { projectIds: [projectId] })
    const client = clientOf(secret)
    const { projects } = await client.call(listProjects, { query: {} })
    expect(projects.map(({ id }) => id)).toEqual([projectId])
    expect((await rowsOf(secret)).data).toEqual([])
    expect((await client.call(listRuns, { params: { projectId }, query: {} })).runs).toEqual([])
    const { types } = await client.call(getProjectTypes, { params: { projectId }, query: {} })
    expect(types).toContain('notes: {')
    const elsewhere = [
      () => rowsOf(secret, other),
      () => client.call(listRuns, { params: { projectId: other }, query: {} }),
      () => client.call(getProjectTypes, { params: { projectId: other }, query: {} }),
    ]
    for (const call of elsewhere)
      expect(await expectApiError(call())).toMatchObject({ status: 404 })
  })

  test('that is read-only does not write; another does', async () => {
    const reading = await newPersonalKey(owner, { projectIds: [projectId] })
    for (const call of [
      () => addRow(reading),
      () =>
        clientOf(reading).call(importRows, {
          params: { table: 'notes' },
          query: { $projectId: projectId },
        }),
    ]) {
      expect(await expectApiError(call())).toMatchObject({ status: 403, message: /read-only/ })
    }
    const writing = await newPersonalKey(owner, { projectIds: [projectId], readOnly: false })
    await addRow(writing)
    expect((await rowsOf(reading)).data).toHaveLength(1)
  })

  test('calls nothing that does not allow it: accounts, members, keys, secrets, settings', async () => {
    const admin = await theAdmin()
    const secret = await newPersonalKey(admin, { projectIds: [projectId], readOnly: false })
    const refused = routes.filter(
      ({ endpoint: { access, personalKey } }) =>
        access !== 'public' && access !== 'user' && access !== 'key' && personalKey === undefined,
    )
    expect(refused.length).toBeGreaterThan(80)
    const answers = await Promise.all(
      refused.map(async ({ endpoint: { name, method, path } }) => {
        const filled = path.replace('{projectId}', projectId).replace(/\{\w+\}/g, 'none')
        const answer = await fetch(`${inject('server').address}${filled}`, {
          method,
          headers: { authorization: `Bearer ${secret}` },
        })
        return `${name} ${answer.status} ${/personal keys/i.test(await answer.text())}`
      }),
    )
    expect(answers).toEqual(refused.map(({ endpoint }) => `${endpoint.name} 403 true`))
  })

  test('may call these and no others', () => {
    const allowed = routes.flatMap(({ endpoint: { name, personalKey } }) =>
      personalKey ? [`${name} ${personalKey}`] : [],
    )
    expect(allowed.sort()).toEqual(
      [
        ...['listProjects', 'getConfiguration'],
        ...['getProjectOpenapi', 'getProjectOverview', 'getProjectTypes'],
        ...['listRows', 'getRow', 'listRelated', 'exportRows', 'runQuery'],
        ...['listRuns', 'getRun', 'exportRun', 'listWorkflows'],
        ...['listWorkflowTests', 'runWorkflowTest'],
      ]
        .map((name) => `${name} read`)
        .concat(
          [
            ...['createRow', 'updateRow', 'patchRow', 'updateRows', 'deleteRow', 'deleteRows'],
            ...['importRows', 'cancelRun', 'retryRun'],
          ].map((name) => `${name} write`),
        )
        .sort(),
    )
  })

  test.each([
    {
      name: 'was removed from the project',
      change: 'delete from membership where staff_id = $1',
      status: 404,
    },
    {
      name: 'was disabled',
      change: 'update staff set disabled_at = now() where id = $1',
      status: 401,
    },
    {
      // In an organisation of its own, because others share theirs.
      name: 'has to set up two-factor authentication',
      change: `with strict as (insert into organisation (id, name, two_factor_required)
          values ('org_' || $1, 'Strict', true) returning id)
        update staff set organisation_id = (select id from strict) where id = $1`,
      status: 403,
    },
  ])('is refused at once when its person $name', async ({ change, status }) => {
    const member = await newStaff()
    await join(member, { projectId, role: 'developer' })
    const secret = await newPersonalKey(member, { projectIds: [projectId] })
    await rowsOf(secret)
    await withPlatform((on) => on.query(change, [member.id]))
    expect(await expectApiError(rowsOf(secret))).toMatchObject({ status })
  })

  test('has no more rights in production than its person after a demotion', async () => {
    const member = await newStaff()
    await join(member, { projectId, role: 'owner' })
    const secret = await newPersonalKey(member, { projectIds: [projectId] })
    const production = () =>
      clientOf(secret).call(listRuns, {
        params: { projectId },
        query: { environment: 'production' },
      })
    await production()
    await withPlatform((on) =>
      on.query(`update membership set role = 'developer' where staff_id = $1`, [member.id]),
    )
    expect(await expectApiError(production())).toMatchObject({ status: 403 })
  })

  test('shows its last use, and is revoked by its person alone', async () => {
    const person = await newStaff()
    const project = await newProject(person)
    const secret = await newPersonalKey(person, { projectIds: [project] })
    const [unused] = (await person.client.call(listPersonalKeys)).keys
    expect(unused?.lastUsedOn).toBeNull()
    await clientOf(secret).call(listProjects, { query: {} })
    const [used] = (await person.client.call(listPersonalKeys)).keys
    expect(used?.lastUsedOn).not.toBeNull()
    const params = { personalKeyId: used?.id ?? '' }
    const other = await newStaff()
    const theirs = other.client.call(revokePersonalKey, { params })
    expect(await expectApiError(theirs)).toMatchObject({ status: 404 })
    await person.client.call(revokePersonalKey, { params })
    const call = clientOf(secret).call(listProjects, { query: {} })
    expect(await expectApiError(call)).toMatchObject({ status: 401 })
    expect((await person.client.call(listPersonalKeys)).keys).toEqual([])
  })

  test('is deleted when its account is disabled, and ends after 90 days without use', async () => {
    const person = await newStaff()
    const project = await newProject(person)
    const idle = await newPersonalKey(person, { projectIds: [project] })
    await withPlatform((on) =>
      on.query(
        `update personal_key set last_used_at = now() - interval '90 days' where staff_id = $1`,
        [person.id],
      ),
    )
    const late = clientOf(idle).call(listProjects, { query: {} })
    expect(await expectApiError(late)).toMatchObject({ status: 401 })
    await (await theAdmin()).client.call(disableStaff, { params: { staffId: person.id } })
    const { rows } = await withPlatform((on) =>
      on.query('select 1 from personal_key where staff_id = $1', [person.id]),
    )
    expect(rows).toEqual([])
  })

  test('does not get the stored answers of its person by an Idempotency-Key', async () => {
    const secret = await newPersonalKey(owner, { projectIds: [projectId], readOnly: false })
    const send = (token: string) =>
      fetch(`${inject('server').address}/api/project`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': `same-${projectId}`,
        },
        body: JSON.stringify({ name: 'Repeated' }),
      })
    expect((await send(owner.token)).status).toBe(createProject.status)
    expect((await send(secret)).status).toBe(403)
  })
})
