import {
  GridPreferences,
  listAudit,
  listPreferences,
  MAX_PREFERRED_TABLES,
  savePreferences,
} from '@plinth/contract'
import { expect, inject, test } from 'vitest'
import { join, newProject, newStaff, type Person, withPlatform } from '../../app/testing/people.ts'

const narrow: GridPreferences = GridPreferences.parse({
  widths: { title: 120, createdOn: 72 },
  order: ['title', 'id'],
  hidden: ['updatedOn'],
  density: 'compact',
  sort: [{ key: 'title', direction: 'descending' }],
})

async function two() {
  const [owner, developer] = await Promise.all([newStaff(), newStaff()])
  const projectId = await newProject(owner)
  await join(developer, { projectId, role: 'developer' })
  const read = async ({ client }: Person, id = projectId) =>
    (await client.call(listPreferences, { params: { projectId: id } })).preferences
  const save = ({ client }: Person, body: GridPreferences, tableId = 't1') =>
    client.call(savePreferences, { params: { projectId, tableId }, body })
  return { owner, developer, projectId, read, save }
}

test('preferences are stored per account, project and table; the last write wins', async () => {
  const { owner, developer, read, save } = await two()
  expect(await read(owner)).toEqual({})
  expect((await save(owner, narrow)).preferences).toEqual(narrow)
  await save(owner, { ...narrow, density: 'tall' })
  await save(owner, narrow, 'a-draft')
  await save(developer, { ...narrow, hidden: ['id'] })
  expect(await read(owner)).toEqual({ t1: { ...narrow, density: 'tall' }, 'a-draft': narrow })
  expect(await read(developer)).toEqual({ t1: { ...narrow, hidden: ['id'] } })
  expect(await read(owner, await newProject(owner))).toEqual({})
})

test('missing preferences have defaults, and nothing is written to the audit log', async () => {
  const { owner, projectId, read, save } = await two()
  await save(owner, GridPreferences.parse({}))
  const usual = { widths: {}, order: [], hidden: [], pinned: [], density: 'regular', sort: [] }
  expect(await read(owner)).toEqual({ t1: usual })
  const { entries } = await owner.client.call(listAudit, { params: { projectId }, query: {} })
  expect(entries.map(({ area }) => area)).toEqual(['project'])
  expect(JSON.stringify(entries)).not.toContain('density')
})

const many = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`)

test.each([
  { rule: 'a column that is too narrow', body: { widths: { a: 71 } }, status: 422 },
  { rule: 'a column that is too wide', body: { widths: { a: 801 } }, status: 422 },
  { rule: 'half a pixel', body: { widths: { a: 80.5 } }, status: 422 },
  { rule: 'an invalid id', body: { order: ['a b'] }, status: 422 },
  { rule: 'too many columns', body: { hidden: many(601) }, status: 422 },
  {
    rule: 'too many widths',
    body: { widths: Object.fromEntries(many(601).map((key) => [key, 80])) },
    status: 422,
  },
  {
    rule: 'too many sorted columns',
    body: { sort: many(17).map((key) => ({ key, direction: 'ascending' })) },
    status: 422,
  },
  { rule: 'a density that does not exist', body: { density: 'tiny' }, status: 422 },
  { rule: 'an unknown field', body: { colour: 'red' }, status: 422 },
  { rule: 'an invalid table id', body: {}, table: 'a%20b', status: 404 },
  { rule: 'a body that is too large', body: { colour: 'x'.repeat(65_536) }, status: 413 },
])('rejects $rule', async ({ body, table = 't1', status }) => {
  const { owner, projectId, read } = await two()
  const answer = await fetch(
    `${inject('server').address}/api/project/${projectId}/preference/${table}`,
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  )
  expect(answer.status).toBe(status)
  expect(await read(owner)).toEqual({})
})

test('beyond the maximum number of tables, deletes the oldest preferences', async () => {
  const { owner, developer, projectId, read, save } = await two()
  await save(developer, narrow)
  await withPlatform((client) =>
    client.query(
      `insert into preference (staff_id, project_id, table_id, preferences, updated_at)
       select $1, $2, 't' || n, '{}', now() - n * interval '1 minute' from generate_series(1, $3::integer) n`,
      [owner.id, projectId, MAX_PREFERRED_TABLES],
    ),
  )
  await save(owner, narrow, 'newest')
  const kept = Object.keys(await read(owner))
  expect(kept).toHaveLength(MAX_PREFERRED_TABLES)
  expect(kept).toContain('newest')
  expect(kept).not.toContain(`t${MAX_PREFERRED_TABLES}`)
  expect(await read(developer)).toEqual({ t1: narrow })
})
