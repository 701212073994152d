import type { Release } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { daysLeft, findUndoable } from './history.ts'

const log = (...kinds: string[]): Release[] =>
  kinds.map((each, index) => {
    const [kind = '', state = 'applied'] = each.split(' ')
    return { id: String(kinds.length - index), kind, state } as unknown as Release
  })

describe('the change that an undo takes back (newest first)', () => {
  it.each([
    { name: 'nothing yet', releases: log(), id: undefined },
    { name: 'the newest', releases: log('sync', 'sync'), id: '2' },
    { name: 'a restore too', releases: log('restore', 'sync'), id: '2' },
    { name: 'not what failed', releases: log('sync failed', 'sync'), id: '1' },
    { name: 'not what still runs', releases: log('sync running', 'sync'), id: '1' },
    { name: 'the one before what was undone', releases: log('undo', 'sync', 'sync'), id: '1' },
    { name: 'a failed undo took nothing back', releases: log('undo failed', 'sync'), id: '1' },
    { name: 'a sync after an undo', releases: log('sync', 'undo', 'sync', 'sync'), id: '4' },
    { name: 'two undos in a row', releases: log('undo', 'undo', 'sync', 'sync'), id: undefined },
  ])('$name', ({ releases, id }) => {
    expect(findUndoable(releases)?.id).toBe(id)
  })
})

describe('days left of what was set aside', () => {
  it.each([
    { on: '2026-01-01T00:00:00.000Z', now: '2026-01-01T00:00:01.000Z', days: 30 },
    { on: '2026-01-01T00:00:00.000Z', now: '2026-01-30T12:00:00.000Z', days: 1 },
    { on: '2026-01-01T00:00:00.000Z', now: '2026-02-10T00:00:00.000Z', days: 0 },
  ])('$days', ({ on, now, days }) => {
    expect(daysLeft(on, Date.parse(now))).toBe(days)
  })
})
