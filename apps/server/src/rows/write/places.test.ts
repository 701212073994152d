import { randomUUID } from 'node:crypto'
import { createDomain, listEnvironments } from '@plinth/contract'
import { describe, expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { join, newProject, newStaff } from '../../app/testing/people.ts'
import { TABLES } from '../testing/library-tables.ts'
import { applyTables, deploy, openLibrary, send as sendPlain } from '../testing/shelf.ts'
import { useLibrary } from '../testing/use-library.ts'

/** How a call finds its environment: domains, parameters and tokens; and the effect of a sync. */
describe.each(['postgres', 'sqlite3'] as const)('rows on %s', (database) => {
  const { library, by, send } = useLibrary(database)

  describe('environment of a call', () => {
    test('answers 400 without a project, and the same 404 for unknown and foreign ones', async () => {
      expect((await sendPlain('GET', 'shelf')).status).toBe(400)
      const stranger = await newStaff()
      const foreign = await send('GET', 'shelf', { token: stranger.token })
      const query = { $projectId: `prj_${'0'.repeat(26)}` }
      const unknown = await send('GET', 'shelf', { token: stranger.token, query })
      const none = await send('GET', 'shelf', { query })
      for (const answer of [foreign, unknown, none])
        expect({ ...answer.body.error, requestId: '' }).toEqual({
          code: 'not_found',
          message: 'This project was not found or is not shared with you.',
          requestId: '',
        })
    })

    test("defaults to the app user's own project", async () => {
      expect((await sendPlain('GET', 'shelf', by('ann'))).status).toBe(200)
    })

    test('is chosen by the domain, and parameters that differ are rejected', async () => {
      const { projectId, owner } = library()
      const { environments } = await owner.client.call(listEnvironments, { params: { projectId } })
      const environment = environments.find(({ name }) => name === 'dev')?.id ?? ''
      const domain = `${randomUUID()}.example.com`
      await owner.client.call(createDomain, {
        params: { projectId },
        body: { domain, environment },
      })
      const get = (query: Record<string, string>) =>
        requestTo({ host: domain, path: `/api/data/shelf?${new URLSearchParams(query)}` })
      await eventually(async () => (await get({})) === 200)
      expect(await get({ $projectId: projectId, $environment: 'dev' })).toBe(200)
      expect(await get({ $environment: 'production' })).toBe(400)
      expect(await get({ $projectId: `prj_${'0'.repeat(26)}` })).toBe(400)
    })

    test('a token of another environment counts as a guest (R1)', async () => {
      const elsewhere = await openLibrary(database)
      const query = { $projectId: elsewhere.projectId }
      expect((await send('GET', 'tag', { ...by('ann'), query })).body.data).toEqual([])
      const body = { title: 'x', author: library().ann.id }
      expect((await send('POST', 'book', { ...by('ann'), query, body })).status).toBe(403)
    })

    test('production can be read by owners, not by developers, and changed by admins', async () => {
      await deploy(library())
      const { projectId } = library()
      const developer = await newStaff()
      await join(developer, { projectId, role: 'developer' })
      const query = { $environment: 'production' }
      const body = { name: 'x' }
      expect((await send('GET', 'shelf', { ...by('owner'), query })).status).toBe(200)
      expect((await send('GET', 'shelf', { token: developer.token, query })).status).toBe(403)
      const refused = await send('POST', 'shelf', { ...by('owner'), query, body })
      expect(refused.status).toBe(403)
      expect(refused.body.error.message).toBe('Only an admin may change rows in production.')
      expect((await send('POST', 'shelf', { ...by('admin'), query, body })).status).toBe(200)
      expect((await send('GET', 'shelf', { ...by('guest'), query })).body.data).toHaveLength(1)
    })
  })

  test('a sync applies to the next call and to one in progress', async () => {
    const other = await openLibrary(database)
    const at = { $projectId: other.projectId }
    const made = await send('POST', 'shelf', { query: at, body: { name: 'kept' } })
    expect(made.status).toBe(200)
    const renamed = JSON.parse(JSON.stringify(TABLES).replace('"name":"name"', '"name":"label"'))
    await applyTables({ ...other, database, tables: renamed })
    const read = await eventually(async () => {
      const answer = await send('GET', 'shelf', { query: at })
      return answer.status === 200 && answer
    })
    expect(read.body.data).toMatchObject([{ label: 'kept' }])
    const old = await send('POST', 'shelf', { query: at, body: { name: 'x' } })
    expect(old.status).toBe(422)
  })

  test('a project without tables answers 404', async () => {
    const projectId = await newProject(library().owner)
    const answer = await send('GET', 'shelf', { ...by('owner'), query: { $projectId: projectId } })
    expect(answer.status).toBe(404)
  })

  test('returns the whole configuration to staff, names and types to apps', async () => {
    const { projectId } = library()
    const at = `${inject('server').address}/api/project/${projectId}/configuration`
    const read = async (token?: string) =>
      (await fetch(at, token ? { headers: { authorization: `Bearer ${token}` } } : {})).text()
    expect(await read(library().owner.token)).toContain('@request.auth')
    const seen = await read(library().ann.token)
    expect(JSON.parse(seen)).toMatchObject({ database, tables: expect.any(Array) })
    // Hashed columns are included because apps write them.
    expect(seen).toContain('"pin"')
    for (const word of ['@request', 'rules', 'secret']) expect(seen).not.toContain(word)
    expect(await read()).toBe(seen)
  })
})

/** `fetch` cannot set the Host header. */
async function requestTo({ host, path }: { host: string; path: string }): Promise<number> {
  const { request } = await import('node:http')
  const { port, hostname } = new URL(inject('server').address)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}
