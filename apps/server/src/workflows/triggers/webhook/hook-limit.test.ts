import { expect, test } from 'vitest'
import { HookLimit } from './hook-limit.ts'

test('calls of one project leave places for others, and are 429 beyond half of them', async () => {
  const limit = new HookLimit(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = Array.from({ length: 500 }, () => limit.within('hostile', () => promise))
  await expect(limit.within('hostile', () => promise)).rejects.toMatchObject({ status: 429 })
  expect(await limit.within('quiet', async () => 'served')).toBe('served')
  resolve()
  await Promise.all(slow)
  expect(await limit.within('hostile', async () => 'served')).toBe('served')
})
