import { getPriority } from 'node:os'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { lowerBackend, lowerLongBackend } from './lower-backend.ts'

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
  const restore = lowerBackend(client)
  expect(getPriority(pid)).toBe(Math.min(before + 10, 19))
  restore?.()
  expect(getPriority(pid)).toBe(before)
})

test.runIf(process.getuid?.() === 0)('lowers it while a statement takes long', async () => {
  const pid = await backendOf()
  const before = getPriority(pid)
  const restore = lowerLongBackend(client)
  await client.query('select pg_sleep(0.2)')
  expect(getPriority(pid)).toBe(Math.min(before + 10, 19))
  restore?.()
  expect(getPriority(pid)).toBe(before)
})

test('leaves a process alone that is not the one of the connection', async () => {
  const before = getPriority()
  lowerLongBackend({ processID: process.pid, user: client.user } as unknown as pg.Client)
  await client.query('select pg_sleep(0.2)')
  expect(getPriority()).toBe(before)
})
