import { Configuration, getProject, saveConfiguration } from '@plinth/contract'
import { expect, test } from 'vitest'
import { expectApiError, newProject, newStaff, withPlatform } from '../../app/testing/people.ts'

const withTable = (name: string) =>
  Configuration.parse({
    tables: [{ id: 't1', name, columns: [{ id: 'c1', name: 'title', type: 'text' }] }],
  })

test('a save is stored as a revision and read back unchanged', async () => {
  const owner = await newStaff()
  const params = { projectId: await newProject(owner) }
  const newConfiguration = withTable('odd "quoted" 😀 \u2028 \u202e \\ \n')
  const { revision } = await owner.client.call(saveConfiguration, {
    params,
    body: { newConfiguration },
    ifMatch: 1,
  })
  expect(revision).toBe(2)
  const { projectData } = await owner.client.call(getProject, { params })
  expect(projectData.configuration).toMatchObject({
    new_configuration: newConfiguration,
    revision: 2,
  })
  expect(projectData.configuration.old_configuration.tables).toEqual([])
})

test.each(['\u0000', '\ud800'])('rejects %j, which no database can store', async (odd) => {
  const owner = await newStaff()
  const call = owner.client.call(saveConfiguration, {
    params: { projectId: await newProject(owner) },
    body: { newConfiguration: withTable(odd) },
  })
  expect((await expectApiError(call)).code).toBe('bad_request')
})

test.each(['(?=a)b', '(a)\\1', '[[[['])(
  'rejects the pattern %s at its field (R34)',
  async (pattern) => {
    const owner = await newStaff()
    const options = { pattern }
    const columns = [{ id: 'c1', name: 'title', type: 'text', options }]
    const newConfiguration = Configuration.parse({ tables: [{ id: 't1', name: 'note', columns }] })
    const call = owner.client.call(saveConfiguration, {
      params: { projectId: await newProject(owner) },
      body: { newConfiguration },
    })
    expect(await expectApiError(call)).toMatchObject({
      code: 'invalid',
      details: [{ path: 'newConfiguration.tables.0.columns.0.options.pattern' }],
    })
  },
)

test('rejects a stale save with both versions and changes nothing', async () => {
  const owner = await newStaff()
  const params = { projectId: await newProject(owner) }
  const save = (name: string, ifMatch?: number) =>
    owner.client.call(saveConfiguration, {
      params,
      body: { newConfiguration: withTable(name) },
      ...(ifMatch === undefined ? {} : { ifMatch }),
    })
  await save('first', 1)
  const error = await expectApiError(save('second', 1))
  expect(error).toMatchObject({ status: 409, code: 'stale' })
  expect(error.details).toMatchObject({
    revision: 2,
    theirs: { tables: [{ name: 'first' }] },
    yours: { tables: [{ name: 'second' }] },
  })
  expect((await save('third')).revision).toBe(3)
})

test('of fifty saves of one revision exactly one succeeds', async () => {
  const owner = await newStaff()
  const params = { projectId: await newProject(owner) }
  const saves = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      owner.client.call(saveConfiguration, {
        params,
        body: { newConfiguration: withTable(`t${index}`) },
        ifMatch: 1,
      }),
    ),
  )
  const codes = saves.flatMap((save) => (save.status === 'rejected' ? save.reason.code : []))
  expect(codes).toEqual(Array<string>(49).fill('stale'))
})

test.each([
  {
    name: 'an unknown column type',
    tables: [{ id: 't', name: 't', columns: [{ id: 'c', name: 'c', type: 'blob' }] }],
  },
  {
    name: 'an unknown option',
    tables: [
      { id: 't', name: 't', columns: [{ id: 'c', name: 'c', type: 'text', options: { x: 1 } }] },
    ],
  },
  { name: 'an id with a quote', tables: [{ id: 't"', name: 't' }] },
])('$name is refused with its path', async ({ tables }) => {
  const owner = await newStaff()
  const call = owner.client.call(saveConfiguration, {
    params: { projectId: await newProject(owner) },
    body: { newConfiguration: { tables } as never },
  })
  const error = await expectApiError(call)
  expect(error.code).toBe('invalid')
  expect(JSON.stringify(error.details)).toContain('newConfiguration.tables.0')
})

test('every acknowledged mutation has its audit row, with who and which request (R43)', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  await owner.client.call(saveConfiguration, {
    params: { projectId },
    body: { newConfiguration: withTable('a') },
  })
  const rows = await withPlatform(async (client) => {
    const result = await client.query(
      'select action, entity, staff_id, request_id from audit where project_id = $1 order by id',
      [projectId],
    )
    return result.rows
  })
  expect(rows.map(({ action, entity }) => `${action} ${entity}`)).toEqual([
    'created project',
    'saved configuration',
  ])
  expect(rows.every((row) => row.staff_id === owner.id && row.request_id.length === 36)).toBe(true)
})
