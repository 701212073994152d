import { type CredentialType, deleteCredential, listAudit, listCredentials } from '@plinth/contract'
import { expect, test } from 'vitest'
import { credentialPlace as place } from '../../app/testing/credential-place.ts'
import { expectApiError } from '../../app/testing/people.ts'

const baseUrl = 'https://api.openai.com/v1'

test('creates, lists, changes and deletes a credential', async () => {
  const { client, projectId, create, update, list, params } = await place()
  const made = await create({ data: { baseUrl, apiKey: 'k1', port: 8080, on: true, none: null } })
  expect(made).toMatchObject({
    name: 'Key',
    type: 'api-credential',
    environment: { name: 'dev' },
    status: 'Not in Production',
    revision: 1,
    data: { baseUrl, port: 8080, on: true, none: null },
  })
  const answer = await client.call(listCredentials, { params })
  expect(answer.credentials).toEqual([made])
  expect(answer.data.credentials).toEqual([made])
  const saved = await update(made.id, { name: 'Renamed', data: made.data }, 1)
  expect(saved).toEqual({ ...made, name: 'Renamed', revision: 2 })
  const drop = (ifMatch: number) =>
    client.call(deleteCredential, { params: { projectId, id: made.id }, ifMatch })
  expect((await expectApiError(drop(1))).code).toBe('stale')
  await drop(2)
  expect(await list()).toEqual([])
  expect((await expectApiError(drop(2))).status).toBe(404)
})

/** Shared by the tests that leave nothing behind. */
let once: ReturnType<typeof place> | undefined
const anywhere = () => {
  once ??= place()
  return once
}

test.each([
  { name: 'no name', body: { name: ' ', data: {} } },
  { name: 'a type that does not exist', body: { type: 'fax' as CredentialType, data: {} } },
  { name: 'a list as data', body: { data: [] } },
  { name: 'an environment (R22)', body: { data: {}, environment: 'production' } },
])('rejects $name', async ({ body }) => {
  const { create } = await anywhere()
  expect((await expectApiError(create(body))).status).toBe(422)
})

test('requires a name that is unique in its environment', async () => {
  const { create, update } = await place()
  await create({ name: 'One', data: {} })
  const two = await create({ name: 'Two', data: {} })
  expect((await expectApiError(create({ name: 'One', data: {} }))).code).toBe('conflict')
  const rename = await expectApiError(update(two.id, { name: 'One', data: {} }))
  expect(rename.details).toMatchObject([{ path: 'name' }])
})

test("answers 404 for another project's credentials (R1)", async () => {
  const [mine, theirs] = [await place(), await place()]
  const { id } = await theirs.create({ data: {} })
  expect((await expectApiError(mine.update(id, { data: {} }))).status).toBe(404)
  const params = { projectId: mine.projectId, id }
  expect((await expectApiError(mine.client.call(deleteCredential, { params }))).status).toBe(404)
})

test('records field names but no values in the audit trail (R43)', async () => {
  const { client, params, create } = await place()
  await create({ data: { baseUrl, apiKey: 'k1' } })
  const { entries } = await client.call(listAudit, { params, query: { area: 'credential' } })
  expect(entries).toMatchObject([
    {
      action: 'created',
      environment: 'dev',
      after: { name: 'Key', type: 'api-credential', fields: ['baseUrl', 'apiKey'] },
    },
  ])
})
