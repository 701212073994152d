import { createKey, listKeys } from '@plinth/contract'
import { describe, expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { newProject } from '../../app/testing/people.ts'
import { applyTables, send } from '../../rows/testing/shelf.ts'
import { OPEN, text, useKeyPlace } from './testing/use-key-place.ts'

const { place, make } = useKeyPlace()

describe('access of a key', () => {
  test('uses its own environment without naming it, and rules see that it is a key', async () => {
    const { secret } = await make()
    const listed = await send('GET', 'post', { token: secret })
    expect(listed.body.data).toMatchObject([{ title: 'of dev' }])
    const body = { title: 'by a key' }
    const made = await send('POST', 'post', { token: secret, body })
    expect(made.status).toBe(200)
    const { id } = made.body.data as { id: string }
    expect((await send('GET', `post/${id}`, { token: secret })).status).toBe(200)
    expect((await send('PUT', `post/${id}`, { token: secret, body })).status).toBe(404)
    // Locked rules are for staff only, whatever the key grants.
    expect((await send('DELETE', `post/${id}`, { token: secret })).status).toBe(403)
    expect(
      (await send('GET', 'post', { query: { $projectId: place().projectId } })).body.data,
    ).toEqual([])
  })

  test('a production key uses production without naming it, and cannot access dev', async () => {
    const { secret } = await make({ who: 'admin', environment: 'production' })
    expect((await send('GET', 'post', { token: secret })).body.data).toEqual([])
    const query = { $projectId: place().projectId }
    expect((await send('GET', `post/${place().post}`, { token: secret, query })).status).toBe(404)
  })

  test.each<[string, () => [string, string, Record<string, string>], number, string]>([
    [
      'the other environment',
      () => ['GET', 'post', { $environment: 'production' }],
      403,
      'This key is for dev only.',
    ],
    [
      'an operation it was not given',
      () => ['DELETE', `post/${place().post}`, {}],
      403,
      'This key may not delete rows of post.',
    ],
    [
      'a table it was not given',
      () => ['GET', 'person', {}],
      403,
      'This key may not list rows of person.',
    ],
  ])('%s is refused', async (_, asked, status, message) => {
    const { secret } = await make({ tables: [{ table: 'post', operations: ['list', 'view'] }] })
    const [method, path, query] = asked()
    const answer = await send(method, path, { token: secret, query })
    expect({ status: answer.status, message: answer.body.error.message }).toEqual({
      status,
      message,
    })
  })

  test('another project is not found (R1)', async () => {
    const { secret } = await make()
    const foreign = await newProject(place().people.owner)
    const [there, nowhere] = await Promise.all(
      [foreign, `prj_${'0'.repeat(26)}`].map((id) =>
        send('GET', 'post', { token: secret, query: { $projectId: id } }),
      ),
    )
    expect(there?.status).toBe(404)
    expect({ ...there?.body.error, requestId: '' }).toEqual({
      ...nowhere?.body.error,
      requestId: '',
    })
  })

  test('a relation does not lead to a table that the key does not grant (R5)', async () => {
    const { secret } = await make({ tables: [{ table: 'post', operations: ['list', 'view'] }] })
    const expanded = await send('GET', `post/${place().post}`, {
      token: secret,
      query: { $withRelation: 'author' },
    })
    expect(JSON.stringify(expanded.body)).not.toContain('Ada')
    const filtered = await send('GET', 'post', {
      token: secret,
      query: { $filter: 'author.name = "Ada"' },
    })
    expect(filtered.body.data).toEqual([])
  })

  test('a reference to a row that the key cannot see is refused, without a word on whether it exists', async () => {
    const { secret } = await make()
    const owner = { token: place().people.owner.token, query: { $projectId: place().projectId } }
    const made = await send('POST', 'person', { ...owner, body: { name: 'Bob' } })
    const hidden = (made.body.data as { id: string }).id
    for (const author of [hidden, '01890000-0000-7000-8000-000000000000']) {
      const answer = await send('POST', 'post', { token: secret, body: { title: 'x', author } })
      expect(answer.status).toBe(422)
      expect(answer.body.error?.details).toEqual([
        {
          path: 'author',
          message: 'References a row that is not there, or not visible to this key',
        },
      ])
    }
  })

  test.each(['/auth/me', '/auth/devme', '/api/project', '/api/data/post/export'])(
    '%s is not available to keys',
    async (path) => {
      const { secret } = await make()
      const headers = { authorization: `Bearer ${secret}` }
      expect((await fetch(`${inject('server').address}${path}`, { headers })).status).toBe(401)
    },
  )

  test('a raw query of a key is treated like any other row request', async () => {
    const { secret } = await make()
    const answer = await send('POST', 'post', { token: secret, body: { query: 'select 1' } })
    expect(answer.status).toBe(422)
  })

  test('a grant survives renaming a table, but does not apply to a new table of the same name (R9)', async () => {
    const id = await newProject(place().people.owner)
    const apply = (tables: readonly object[]) =>
      applyTables({ projectId: id, owner: place().people.owner, database: 'sqlite3', tables })
    const table = (tableId: string, name: string) => ({
      id: tableId,
      name,
      rules: OPEN,
      columns: [text(`${tableId}1`, 'title')],
    })
    await apply([table('one', 'first')])
    const { key, secret } = await place().people.owner.client.call(createKey, {
      params: { projectId: id },
      body: {
        name: 'Kept',
        environment: 'dev',
        tables: [{ table: 'first', operations: ['list'] }],
      },
    })
    await apply([table('one', 'second'), table('two', 'first')])
    const get = async (path: string) => (await send('GET', path, { token: secret })).status
    await eventually(async () => (await get('second')) === 200)
    expect(await get('first')).toBe(403)
    const { keys: listed } = await place().people.owner.client.call(listKeys, {
      params: { projectId: id },
    })
    expect(listed).toMatchObject([
      { id: key.id, tables: [{ table: 'second', operations: ['list'] }] },
    ])
  })
})
