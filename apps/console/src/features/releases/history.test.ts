import type { Release } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { daysLeft, findUndoable } from './history.ts'

const log = (...kinds: string[]): Release[] =>
  kinds.map((each, index) => {
    const [kind = '', state = 'applied'] = each.split(' ')
    return { id: String(kinds.length - index), kind, state } as unknown as Release
  })

describe('findUndoable', () => {
  it.each([
    { name: 'is undefined for an empty log', releases: log(), id: undefined },
    { name: 'is the newest release', releases: log('sync', 'sync'), id: '2' },
    { name: 'can be a restore', releases: log('restore', 'sync'), id: '2' },
    { name: 'skips a failed release', releases: log('sync failed', 'sync'), id: '1' },
    { name: 'skips a running release', releases: log('sync running', 'sync'), id: '1' },
    { name: 'skips an undone release', releases: log('undo', 'sync', 'sync'), id: '1' },
    { name: 'ignores a failed undo', releases: log('undo failed', 'sync'), id: '1' },
    { name: 'is a sync after an undo', releases: log('sync', 'undo', 'sync', 'sync'), id: '4' },
    {
      name: 'is undefined if every release is undone',
      releases: log('undo', 'undo', 'sync', 'sync'),
      id: undefined,
    },
  ])('$name', ({ releases, id }) => {
    expect(findUndoable(releases)?.id).toBe(id)
  })
})

describe('daysLeft', () => {
  it.each([
    { on: '2026-01-01T00:00:00.000Z', now: '2026-01-01T00:00:01.000Z', days: 30 },
    { on: '2026-01-01T00:00:00.000Z', now: '2026-01-30T12:00:00.000Z', days: 1 },
    { on: '2026-01-01T00:00:00.000Z', now: '2026-02-10T00:00:00.000Z', days: 0 },
  ])('is $days', ({ on, now, days }) => {
    expect(daysLeft(on, Date.parse(now))).toBe(days)
  })
})
