import { deployDatabase, getWorkflowVersion } from '@plinth/contract'
import { expect, test } from 'vitest'
import { expectApiError, theAdmin } from '../../app/testing/people.ts'
import { workflowPlace as place, SETTINGS } from '../../app/testing/workflow-place.ts'

test('stores tags with each version, and keeps them if a save leaves them out', async () => {
  const { client, projectId, create, update, get } = await place()
  const made = await create({ settings: { tags: [' Billing ', 'daily'] } })
  expect(made.settings).toEqual({ ...SETTINGS, tags: ['Billing', 'daily'] })
  await update(made.id, { settings: '{}' })
  expect((await get(made.id)).settings.tags).toEqual(['Billing', 'daily'])
  await update(made.id, { settings: { tags: [] } })
  expect((await get(made.id)).settings).toEqual(SETTINGS)
  const params = { projectId, workflowId: made.id, revision: '2' }
  const { version } = await client.call(getWorkflowVersion, { params })
  expect(version.settings.tags).toEqual(['Billing', 'daily'])
})

const eleven = Array.from({ length: 11 }, (_, at) => `tag ${at}`)

test.each<[name: string, tags: unknown, path: string, message: string]>([
  ['more than 10 tags', eleven, 'settings.tags', 'has more than 10 tags'],
  ['an empty tag', ['a', '  '], 'settings.tags.1', 'is empty: write a tag or leave it out'],
  ['a long tag', ['x'.repeat(31)], 'settings.tags.0', 'is too long: at most 30 characters'],
  [
    'a tag twice',
    ['Daily', 'daily '],
    'settings.tags',
    'has a tag twice: capitals make no difference',
  ],
  ['one text', 'daily', 'settings.tags', 'must be a list'],
  ['a number', [7], 'settings.tags.0', 'must be text'],
])('rejects %s', async (_name, tags, path, message) => {
  const { create } = await place()
  const refused = await expectApiError(create({ settings: JSON.stringify({ tags }) }))
  expect(refused).toMatchObject({ status: 422, code: 'invalid', details: [{ path, message }] })
})

test('deploys tags, and a changed tag makes a workflow out of sync', async () => {
  const { params, create, update, list } = await place()
  const admin = await theAdmin()
  const made = await create({ settings: { tags: ['Billing'] } })
  await admin.client.call(deployDatabase, { params, body: {} })
  const find = async (environment: string) =>
    (await list()).find((one) => one.environment.name === environment)
  expect(await find('production')).toMatchObject({ settings: { tags: ['Billing'] } })
  expect(await find('dev')).toMatchObject({ status: 'In sync' })
  await update(made.id, { settings: { tags: ['Payments'] } })
  expect(await find('dev')).toMatchObject({ status: 'Out of sync', revision: 2 })
})
