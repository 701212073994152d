import { describe, expect, it } from 'vitest'
import { syncStatusOf } from './sync-status.ts'

const record = (digest: string) => ({
  old_configuration: { version: 'v1', database: 'sqlite3' as const, digest },
})

describe('syncStatusOf', () => {
  it.each([
    ['two equal configurations', ['a', 'a'], 'in-sync'],
    ['two different configurations', ['a', 'b'], 'out-of-sync'],
    ['no configuration', [], 'out-of-sync'],
    ['one configuration', ['a'], 'out-of-sync'],
    ['three equal configurations', ['a', 'a', 'a'], 'out-of-sync'],
  ])('%s', (_, digests, status) => {
    expect(syncStatusOf({ configurations: digests.map(record) })).toBe(status)
  })
})
