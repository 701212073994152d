import {
  addMember,
  createDomain,
  createKey,
  deleteProject,
  deployDatabase,
  ENDPOINTS,
  listAudit,
  listEnvironments,
  reauthenticate,
  saveAvailability,
  saveRunRetention,
  signIn,
} from '@plinth/contract'
import { describe, expect, inject, test } from 'vitest'
import { appConfiguration, newApp } from '../../app/testing/app-tables.ts'
import { eventually } from '../../app/testing/eventually.ts'
import {
  expectApiError,
  guest,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'
import { turnOnTwoFactor } from '../../app/testing/two-factor.ts'
import { SENSITIVE_ACTS } from '../../foundation/audit/sensitive-acts.ts'
import { auditedPlace, auditWhere, sessionOf } from './testing/audited-place.ts'

const refusedBy = (person: Pick<Person, 'id'>) =>
  auditWhere(`staff_id = $1 and action like 'was refused: %'`, [person.id])

describe('a refused attempt at a sensitive act', () => {
  test('every act is an endpoint of the contract', () => {
    const names = new Set(ENDPOINTS.map(({ name }) => name))
    expect(Object.keys(SENSITIVE_ACTS).filter((name) => !names.has(name))).toEqual([])
    for (const { area } of Object.values(SENSITIVE_ACTS))
      expect(area).toMatch(/^[a-z][a-z-]{0,39}$/)
  })

  test.each([
    {
      act: 'was refused: delete',
      entity: 'project',
      status: 403,
      call: ({ client }: Person, projectId: string) =>
        client.call(deleteProject, { params: { projectId } }),
    },
    {
      act: 'was refused: add',
      entity: 'member',
      status: 403,
      call: ({ client }: Person, projectId: string) =>
        client.call(addMember, { params: { projectId }, body: {} as never }),
    },
    {
      act: 'was refused: deploy',
      entity: 'release',
      status: 403,
      call: ({ client }: Person, projectId: string) =>
        client.call(deployDatabase, { params: { projectId }, body: {} as never }),
    },
    {
      act: 'was refused: change',
      entity: 'availability',
      status: 403,
      call: ({ client }: Person, projectId: string) =>
        client.call(saveAvailability, { params: { projectId }, body: {} as never }),
    },
    {
      act: 'was refused: read',
      entity: 'audit',
      status: 403,
      call: ({ client }: Person, projectId: string) =>
        client.call(listAudit, { params: { projectId } }),
    },
  ])(
    'of a developer is a row of the project: $act $entity',
    async ({ act, entity, status, call }) => {
      const { owner, developer, projectId, params } = await auditedPlace()
      expect((await expectApiError(call(developer, projectId))).status).toBe(status)
      const [row] = await eventually(async () => {
        const rows = await refusedBy(developer)
        return rows.length > 0 && rows
      })
      expect(row).toMatchObject({ action: act, entity, project_id: projectId, key_id: null })
      expect(row).toMatchObject({ session_id: await sessionOf(developer) })
      expect(JSON.parse(row?.after ?? '{}')).toMatchObject({ status, code: 'forbidden' })
      const { entries } = await owner.client.call(listAudit, { params, query: { area: entity } })
      expect(entries[0]).toMatchObject({ action: act, person: { id: developer.id } })
    },
  )

  test('of staff outside the project answers 404 and is a row of the project', async () => {
    const { outsider, projectId, params } = await auditedPlace()
    const call = outsider.client.call(deleteProject, { params })
    expect((await expectApiError(call)).status).toBe(404)
    const [row] = await eventually(async () => {
      const rows = await refusedBy(outsider)
      return rows.length > 0 && rows
    })
    expect(row).toMatchObject({ project_id: projectId, staff_id: outsider.id })
  })

  test('names a project of another organisation in its details only', async () => {
    const { outsider, projectId } = await auditedPlace()
    await withPlatform(async (client) => {
      const id = `org_${outsider.id}`
      await client.query(`insert into organisation (id, name) values ($1, 'Other')`, [id])
      await client.query('update staff set organisation_id = $1 where id = $2', [id, outsider.id])
    })
    const call = outsider.client.call(deleteProject, {
      params: { projectId },
    })
    expect((await expectApiError(call)).status).toBe(404)
    const [row] = await eventually(async () => {
      const rows = await refusedBy(outsider)
      return rows.length > 0 && rows
    })
    expect(row).toMatchObject({ project_id: null, entity_id: projectId })
  })

  test('to prove the password again is a row', async () => {
    const person = await newStaff()
    const call = person.client.call(reauthenticate, { body: { currentPassword: 'not it' } })
    expect((await expectApiError(call)).status).toBe(422)
    const [row] = await eventually(async () => {
      const rows = await refusedBy(person)
      return rows.length > 0 && rows
    })
    expect(row).toMatchObject({ action: 'was refused: prove to be', entity_id: person.id })
    expect(row?.after).not.toContain('not it')
  })

  test('with an API key names the key', async () => {
    const owner = await newStaff()
    const projectId = await newApp(owner, appConfiguration('sqlite3'))
    const { key, secret } = await owner.client.call(createKey, {
      params: { projectId },
      body: {
        name: 'Key',
        environment: 'dev',
        tables: [{ table: 'notes', operations: ['list'] }],
      },
    })
    const answer = await fetch(`${inject('server').address}/api/project/${projectId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(401)
    const [row] = await eventually(async () => {
      const rows = await auditWhere('key_id = $1', [key.id])
      return rows.length > 0 && rows
    })
    expect(row).toMatchObject({ entity: 'project', project_id: projectId, staff_id: null })
    expect(JSON.stringify(row)).not.toContain(secret)
  })

  test('repeated 200 times writes 20 rows', async () => {
    const { developer, projectId } = await auditedPlace()
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        expectApiError(
          developer.client.call(deleteProject, {
            params: { projectId },
          }),
        ),
      ),
    )
    expect(answers.every(({ status }) => status === 403)).toBe(true)
    await eventually(async () => (await refusedBy(developer)).length >= 20)
    expect(await refusedBy(developer)).toHaveLength(20)
  })

  test('calls that are refused for their content or are not sensitive write none', async () => {
    const { owner, developer, params } = await auditedPlace()
    const { environments } = await owner.client.call(listEnvironments, { params })
    await expectApiError(
      owner.client.call(createDomain, {
        params,
        body: { domain: '!', environment: environments[0]?.id ?? '' },
      }),
    )
    await expectApiError(
      developer.client.call(saveRunRetention, { params, body: {} as never } as never),
    )
    await expectApiError(owner.client.call(createKey, { params, body: { name: '' } as never }))
    // A later refusal is written after these would have been.
    await expectApiError(developer.client.call(listAudit, { params }))
    await eventually(async () => (await refusedBy(developer)).length > 0)
    expect(await refusedBy(developer)).toHaveLength(1)
    expect(await refusedBy(owner)).toEqual([])
  })
})

describe('a refused sign-in', () => {
  const refusalOf = async (person: Person) => {
    const [row] = await eventually(async () => {
      const rows = await auditWhere(`entity_id = $1 and action = 'was refused: sign in as'`, [
        person.id,
      ])
      return rows.length > 0 && rows
    })
    return row
  }

  test('names the account and nobody as its author', async () => {
    const person = await newStaff()
    const call = guest().call(signIn, { body: { email: person.email, password: 'a wrong guess' } })
    expect((await expectApiError(call)).status).toBe(401)
    const row = await refusalOf(person)
    expect(row).toMatchObject({
      entity: 'staff',
      staff_id: null,
      project_id: null,
      session_id: null,
    })
    expect(row?.after).toBe('{"message":"wrong password"}')
    expect(row?.address).toBeTruthy()
  })

  test('with a wrong code is recorded, although its transaction is rolled back', async () => {
    const person = await newStaff()
    await turnOnTwoFactor(person)
    const { email, password } = person
    const call = guest().call(signIn, { body: { email, password, code: '000000' } })
    expect((await expectApiError(call)).status).toBe(401)
    expect((await refusalOf(person))?.after).toBe('{"message":"wrong code"}')
  })
})
