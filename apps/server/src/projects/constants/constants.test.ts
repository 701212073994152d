import { randomUUID } from 'node:crypto'
import {
  Configuration,
  createConstant,
  deleteConstant,
  listAudit,
  listConstants,
  listConstantUses,
  listEnvironments,
  saveConfiguration,
  updateConstant,
} from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { dumpPlatform } from '../../app/testing/dump-platform.ts'
import {
  expectApiError,
  newProject,
  newStaff,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'

async function newFixture(who = newStaff()) {
  const owner = await who
  const projectId = await newProject(owner)
  const params = { projectId }
  const { environments } = await owner.client.call(listEnvironments, { params })
  const [dev = '', production = ''] = environments.map(({ id }) => id)
  const create = async (body: {
    key: string
    value: string
    secret?: boolean
    environment?: string
  }) =>
    (await owner.client.call(createConstant, { params, body: { environment: dev, ...body } }))
      .constant
  const update = async (
    id: string,
    body: { key: string; value: string; secret?: boolean; environment?: string },
    ifMatch?: number,
  ) =>
    (
      await owner.client.call(updateConstant, {
        params: { projectId, id },
        body: { environment: dev, ...body },
        ...(ifMatch === undefined ? {} : { ifMatch }),
      })
    ).constant
  const list = async () => (await owner.client.call(listConstants, { params })).constants
  return { owner, projectId, params, dev, production, create, update, list }
}

test('creates, lists, changes and deletes a constant', async () => {
  const { owner, projectId, dev, create, update, list } = await newFixture()
  const made = await create({ key: 'PAGE_SIZE', value: '25' })
  expect(made).toMatchObject({ key: 'PAGE_SIZE', value: '25', secret: false, environment_id: dev })
  const saved = await update(made.id, { key: 'PAGE_SIZE', value: '' }, 1)
  expect(saved).toMatchObject({ value: '', revision: 2 })
  expect(await list()).toEqual([saved])
  const params = { projectId, id: made.id }
  const drop = (ifMatch: number) => owner.client.call(deleteConstant, { params, ifMatch })
  expect((await expectApiError(drop(1))).code).toBe('stale')
  await drop(2)
  expect(await list()).toEqual([])
  expect((await expectApiError(drop(2))).status).toBe(404)
})

test.each([
  'emoji 😀 ✓',
  'line\nline\r\n\ttab',
  'quote \' " \\ $x <b>',
  ' outer spaces ',
  '\u202eabc',
])('the value %j reads back identical (R37)', async (value) => {
  const { create, list } = await newFixture()
  await create({ key: 'K', value })
  expect((await list())[0]?.value).toBe(value)
})

test.each([
  { name: 'an empty key', body: { key: ' ', value: '' }, path: 'key' },
  { name: 'a key that begins with a digit', body: { key: '1A', value: '' }, path: 'key' },
  { name: 'a key with a dash', body: { key: 'A-B', value: '' }, path: 'key' },
  { name: 'a key with a letter beyond ASCII', body: { key: 'ÄB', value: '' }, path: 'key' },
  { name: 'a secret without a value', body: { key: 'A', value: '', secret: true }, path: 'value' },
  {
    name: 'a value of 65,537 characters',
    body: { key: 'A', value: 'a'.repeat(65_537) },
    path: 'value',
  },
])('rejects $name', async ({ body, path }) => {
  const { create } = await newFixture()
  const apiError = await expectApiError(create(body))
  expect(apiError.status).toBe(422)
  expect((apiError.details as { path: string }[])[0]?.path).toBe(path)
})

test.each(['a\0', '\ud800'])(
  'rejects the value %j, which could not be read back (R37)',
  async (value) => {
    const { create } = await newFixture()
    expect((await expectApiError(create({ key: 'A', value }))).status).toBe(400)
  },
)

test('a key is unique in its environment, not across them', async () => {
  const { create, update, production } = await newFixture(theAdmin())
  await create({ key: 'URL', value: 'dev' })
  await create({ key: 'URL', value: 'live', environment: production })
  expect((await expectApiError(create({ key: 'URL', value: 'again' }))).code).toBe('conflict')
  const other = await create({ key: 'OTHER', value: '' })
  const rename = await expectApiError(update(other.id, { key: 'URL', value: '' }))
  expect(rename.details).toMatchObject([{ path: 'key' }])
})

test("another project's constants and environments are not found (R1)", async () => {
  const [mine, theirs] = [await newFixture(), await newFixture()]
  const { id } = await theirs.create({ key: 'K', value: 'v' })
  expect((await expectApiError(mine.update(id, { key: 'K', value: 'w' }))).status).toBe(404)
  const params = { projectId: mine.projectId, id }
  const { client } = mine.owner
  expect((await expectApiError(client.call(deleteConstant, { params }))).status).toBe(404)
  expect((await expectApiError(client.call(listConstantUses, { params }))).status).toBe(404)
  const foreign = mine.create({ key: 'K', value: 'v', environment: theirs.dev })
  expect((await expectApiError(foreign)).details).toMatchObject([{ path: 'environment' }])
})

describe('a secret', () => {
  test('is in no answer, list, conflict, audit entry or database column (R17)', async () => {
    const { owner, params, create, update, list, production } = await newFixture(theAdmin())
    const [first, second] = [`canary-${randomUUID()}`, `canary-${randomUUID()}`]
    const seen: unknown[] = []
    const made = await create({ key: 'TOKEN', value: first, secret: true })
    seen.push(made, await list())
    seen.push(await update(made.id, { key: 'TOKEN', value: second }))
    seen.push((await expectApiError(update(made.id, { key: 'TOKEN', value: second }, 1))).details)
    seen.push((await expectApiError(create({ key: 'TOKEN', value: second, secret: true }))).details)
    seen.push(await update(made.id, { key: 'TOKEN', value: '', environment: production }))
    seen.push(await list(), await owner.client.call(listAudit, { params }))
    seen.push(await dumpPlatform())
    const text = JSON.stringify(seen)
    expect(text).not.toContain(first)
    expect(text).not.toContain(second)
    expect(made).toMatchObject({ value: '', secret: true })
    expect((await list())[0]).toMatchObject({ secret: true, value: '', environment_id: production })
  })

  test('is unchanged when saved without a new value, as with the payload of the specification', async () => {
    const { create, update, list } = await newFixture()
    const sealed = async () =>
      withPlatform(async (client) => {
        const result = await client.query('select sealed from constant where id = $1', [made.id])
        return result.rows[0].sealed.toString('hex')
      })
    const made = await create({ key: 'TOKEN', value: 'abc', secret: true })
    const before = await sealed()
    await update(made.id, { key: 'RENAMED', value: '' })
    expect(await sealed()).toBe(before)
    expect((await list())[0]).toMatchObject({ key: 'RENAMED', secret: true })
    await update(made.id, { key: 'RENAMED', value: 'new' })
    expect(await sealed()).not.toBe(before)
  })

  test('cannot be made readable without a new value', async () => {
    const { create, update } = await newFixture()
    const made = await create({ key: 'TOKEN', value: 'abc', secret: true })
    const show = update(made.id, { key: 'TOKEN', value: '', secret: false })
    expect((await expectApiError(show)).details).toMatchObject([{ path: 'value' }])
    expect(await update(made.id, { key: 'TOKEN', value: 'open', secret: false })).toMatchObject({
      value: 'open',
      secret: false,
    })
  })
})

test('lists the rules that read a constant; ignores texts, comments and longer keys', async () => {
  const { owner, projectId, params, create } = await newFixture()
  const made = await create({ key: 'LIMIT', value: '5' })
  const table = (id: string, rules: object) => ({ id, name: id, columns: [], rules })
  const newConfiguration = Configuration.parse({
    tables: [
      table('orders', { list: 'total < @const.LIMIT', view: 'total < @const . LIMIT // note' }),
      table('notes', { list: 'a = "@const.LIMIT" // @const.LIMIT', view: '@const.LIMITS = 1' }),
      table('broken', { create: '((@const.LIMIT' }),
    ],
  })
  await owner.client.call(saveConfiguration, { params, body: { newConfiguration } })
  const answer = await owner.client.call(listConstantUses, { params: { projectId, id: made.id } })
  const use = (name: string, operation: string) => ({
    kind: 'rule',
    table: name,
    operation,
    draft: true,
    applied: false,
  })
  expect(answer).toEqual({
    environment: 'dev',
    uses: [use('broken', 'create'), use('orders', 'list'), use('orders', 'view')],
  })
})

test('of fifty edits of one revision one succeeds; the others get 409 with both versions', async () => {
  const { create, update, list } = await newFixture()
  const made = await create({ key: 'COUNT', value: '0' })
  const edits = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      update(made.id, { key: 'COUNT', value: String(index) }, 1),
    ),
  )
  const won = edits.flatMap((edit) => (edit.status === 'fulfilled' ? [edit.value] : []))
  expect(won).toHaveLength(1)
  for (const [index, edit] of edits.entries()) {
    if (edit.status === 'fulfilled') continue
    expect(edit.reason).toMatchObject({ status: 409, code: 'stale' })
    expect(edit.reason.details).toMatchObject({
      revision: 2,
      theirs: won[0],
      yours: { value: String(index) },
    })
  }
  expect(await list()).toEqual(won)
})

test('fifty concurrent editors who retry on 409 lose no edit', async () => {
  const { create, update, list } = await newFixture()
  const made = await create({ key: 'COUNT', value: '0' })
  async function addOne(): Promise<void> {
    const now = (await list())[0]
    if (!now) return
    const next = { key: 'COUNT', value: String(Number(now.value) + 1) }
    try {
      await update(made.id, next, now.revision)
    } catch (error) {
      expect(error).toMatchObject({ code: 'stale' })
      await addOne()
    }
  }
  await Promise.all(Array.from({ length: 50 }, addOne))
  expect(await list()).toMatchObject([{ value: '50', revision: 51 }])
  // Up to 1,275 edits, two requests each.
}, 180_000)
