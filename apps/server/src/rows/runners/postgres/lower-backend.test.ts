import { getPriority } from 'node:os'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { lowerBackend } from './lower-backend.ts'

let client: pg.Client
beforeEach(async () => {
  client = new pg.Client({ connectionString: inject('server').databaseUrl })
  await client.connect()
})
afterEach(() => client.end())

const backendOf = async () =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

// Another account's process can be changed by root only.
test.runIf(process.getuid?.() === 0)('lowers the process that serves a connection', async () => {
  const pid = await backendOf()
  const before = getPriority(pid)
  lowerBackend(client)
  expect(getPriority(pid)).toBe(Math.min(before + 10, 19))
})

test('leaves a process alone that is not the one of the connection', async () => {
  const before = getPriority()
  lowerBackend({ processID: process.pid, user: client.user } as unknown as pg.Client)
  expect(getPriority()).toBe(before)
})
