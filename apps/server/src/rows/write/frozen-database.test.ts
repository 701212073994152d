import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newProject, newStaff, type Person, withPlatform } from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { useOwnServer } from '../../app/testing/use-own-server.ts'
import { applyTables } from '../testing/shelf.ts'

const TABLE = {
  id: 'items',
  name: 'item',
  rules: { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' },
  columns: [{ id: 'i1', name: 'name', type: 'text' }],
}

interface Named {
  name: string
}

/** The processes that serve the connections for rows. */
async function backends(): Promise<number[]> {
  const text = `select pid from pg_stat_activity where application_name = 'plinth-rows'`
  const { rows } = await withPlatform((client) => client.query(text))
  return rows.map(({ pid }) => Number(pid))
}

describe('a database that does not answer', () => {
  useOwnServer()
  let owner: Person
  let projectId: string

  const call = async (method: string, path: string, options: { key?: string; body?: object }) => {
    const { key, body } = options
    const url = `${testServer().address}/api/data/${path}?$projectId=${projectId}`
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${owner.token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const read = (await answer.json()) as { data: Named[]; error: { message: string } }
    return { status: answer.status, body: read }
  }

  beforeAll(async () => {
    owner = await newStaff()
    projectId = await newProject(owner)
    await applyTables({ projectId, owner, database: 'postgres', tables: [TABLE] })
    // Enough reads and writes for every connection that will be used.
    for (let time = 0; time < 4; time += 1)
      await Promise.all([
        call('POST', 'item', { body: { name: 'warm' } }),
        call('GET', 'item', {}),
        call('GET', 'item', {}),
      ])
  }, 120_000)

  const whileFrozen = async <T>(work: () => Promise<T>): Promise<T> => {
    const frozen = await backends()
    expect(frozen.length).toBeGreaterThan(0)
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    try {
      return await work()
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    }
  }
  const named = async (name: string) => {
    const { body } = await call('GET', 'item', {})
    return body.data.filter((row) => row.name === name)
  }

  test('a write is 504, and its repeat with the same key makes it once', async () => {
    const [key, name] = [randomUUID(), `once ${randomUUID()}`]
    const write = () => call('POST', 'item', { key, body: { name } })
    const late = await whileFrozen(write)
    expect(late).toMatchObject({ status: 504, body: { error: { code: 'timeout' } } })
    expect(late.body.error.message).toContain('Idempotency-Key')
    const repeated = await write()
    expect(repeated, JSON.stringify(repeated.body)).toMatchObject({ status: 200 })
    expect(await write()).toEqual(repeated)
    expect(await named(name)).toHaveLength(1)
  })

  test('reads in progress are 504 at most, and the next one has another connection', async () => {
    const answers = await whileFrozen(() =>
      Promise.all(Array.from({ length: 20 }, () => call('GET', 'item', {}))),
    )
    for (const { status } of answers) expect([200, 504]).toContain(status)
    expect((await call('GET', 'item', {})).status).toBe(200)
  })
})
