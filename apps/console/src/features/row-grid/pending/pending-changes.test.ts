import { Configuration, type Row } from '@plinth/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { claimUnsaved, clearUnsaved, listUnsaved } from '../../../state/unsaved/unsaved-changes.ts'
import { addRows, removeRows, setCells } from '../edits/change-edits.ts'
import { listUndecided, NO_EDITS } from '../edits/edits.ts'
import { mergeStored } from '../edits/stored-rows.ts'
import { openPending } from './open-pending.ts'
import { createPendingChanges, type PendingChanges } from './pending-changes.ts'

const columns = [{ id: 'n', name: 'name', type: 'text' as const, order: 0 }]
const SYNCED = Configuration.parse({
  tables: ['goods', 'orders'].map((name) => ({ id: name, name, columns })),
})
const PLACE = { projectId: 'p1', projectName: 'Shop', environment: 'dev' as const }
const stored = (id: string, updatedOn = '1', name = id): Row => ({
  ...{ id, createdOn: '0', updatedOn, name },
})
const edit = (pending: PendingChanges, table: string, row: Row, value: string) =>
  pending.storeOf(table).change((edits) => setCells(edits, [{ row, column: 'name', value }]))
const add = (pending: PendingChanges, table: string, id: string, name = '') =>
  pending.storeOf(table).change((edits) => addRows(edits, [{ id, values: { name } }]))
/** What a reload leaves: a new object over the same session storage. */
const reload = (pending: PendingChanges, place = PLACE) => {
  pending.flush()
  return createPendingChanges(place, SYNCED)
}

beforeEach(() => {
  clearUnsaved()
})

describe('pending changes', () => {
  it('are counted by table and survive a reload', () => {
    const pending = createPendingChanges(PLACE, SYNCED)
    edit(pending, 'goods', stored('a'), 'x')
    add(pending, 'goods', 'new-1')
    pending.storeOf('orders').change((edits) => removeRows(edits, [stored('o')]))
    const counts = [
      ['goods', 2],
      ['orders', 1],
    ]
    expect([...pending.get().counts]).toEqual(counts)
    const after = reload(pending)
    expect([...after.get().counts].toSorted()).toEqual(counts)
    expect(after.storeOf('goods').get().edits.rows.get('a')?.values).toEqual({ name: 'x' })
    expect(
      after
        .takeRestored()
        .map(({ scope }) => scope.table)
        .toSorted(),
    ).toEqual([...['goods', 'orders']])
    expect(after.takeRestored()).toEqual([])
  })

  it('belong to one environment of one project', () => {
    const pending = createPendingChanges(PLACE, SYNCED)
    add(pending, 'goods', 'new-1')
    expect(
      reload(pending, { ...PLACE, environment: 'production' as never }).get().counts.size,
    ).toBe(0)
    expect(reload(pending, { ...PLACE, projectId: 'p' }).get().counts.size).toBe(0)
  })

  it('leave the storage when they are cancelled', () => {
    const pending = createPendingChanges(PLACE, SYNCED)
    add(pending, 'goods', 'new-1')
    pending.flush()
    expect(listUnsaved()).toEqual([{ kind: 'rows', project: 'Shop', name: 'goods', count: 1 }])
    pending.storeOf('goods').set({ edits: NO_EDITS })
    pending.flush()
    expect(listUnsaved()).toEqual([])
  })

  it('are kept up to 1 MB per project, over all tables, and say what does not fit', () => {
    const pending = createPendingChanges(PLACE, SYNCED)
    add(pending, 'goods', 'new-1', 'x'.repeat(600_000))
    pending.flush()
    expect(pending.get().notKept).toBe(0)
    add(pending, 'orders', 'new-2', 'x'.repeat(600_000))
    pending.flush()
    expect(pending.get().notKept).toBe(1)
    expect(pending.get().counts.get('orders')).toBe(1)
    expect([...reload(pending).get().counts]).toEqual([['goods', 1]])
    pending.storeOf('goods').set({ edits: NO_EDITS })
    pending.flush()
    expect(pending.get().notKept).toBe(0)
    expect([...reload(pending).get().counts]).toEqual([['orders', 1]])
  })

  it('stay when their table leaves the database, over a reload, until the user discards them', () => {
    const pending = createPendingChanges(PLACE, SYNCED)
    edit(pending, 'goods', stored('a'), 'x')
    add(pending, 'orders', 'new-1', 'typed\nin two lines')
    const [goods] = SYNCED.tables
    const without = { ...SYNCED, tables: goods ? [goods] : [] }
    pending.setSynced(without)
    const removed = [{ id: 'orders', name: 'orders', count: 1 }]
    const text = 'name\n"typed\nin two lines"'
    expect([...pending.get().counts]).toEqual([['goods', 1]])
    expect(pending.get().removed).toEqual(removed)
    expect(pending.printRemoved('orders')).toBe(text)

    pending.flush()
    const after = createPendingChanges(PLACE, without)
    expect(after.get().removed).toEqual(removed)
    expect(after.printRemoved('orders')).toBe(text)
    expect(after.takeRestored().map(({ scope }) => scope.table)).toEqual(['goods'])
    after.storeOf('orders').set({ edits: NO_EDITS })
    after.flush()
    expect(after.get().removed).toEqual([])
    expect(listUnsaved().map(({ name }) => name)).toEqual(['goods'])
  })

  it('can be saved again when their table is back', () => {
    const pending = createPendingChanges(PLACE, SYNCED)
    add(pending, 'orders', 'new-1')
    pending.setSynced({ ...SYNCED, tables: [] })
    expect(pending.get().counts.size).toBe(0)
    pending.setSynced(SYNCED)
    expect(pending.get().removed).toEqual([])
    expect([...pending.get().counts]).toEqual([['orders', 1]])
  })

  it('are written again without the values of a field that became hashed', () => {
    const pending = createPendingChanges(PLACE, SYNCED)
    add(pending, 'goods', 'new-1', 'secret')
    pending.flush()
    expect(JSON.stringify({ ...sessionStorage })).toContain('secret')
    const hashed = columns.map((column) => ({ ...column, options: { isHashed: true } }))
    pending.setSynced(
      Configuration.parse({ tables: [{ id: 'goods', name: 'goods', columns: hashed }] }),
    )
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret')
  })

  it('are the same object on every screen until the user signs out', () => {
    const pending = openPending(PLACE, SYNCED)
    add(pending, 'goods', 'new-1')
    expect(openPending(PLACE, SYNCED)).toBe(pending)
    clearUnsaved()
    expect(pending.get().counts.size).toBe(0)
    expect(openPending(PLACE, SYNCED).get().counts.size).toBe(0)
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  it('are not given to another user who signs in after a session expired', () => {
    const pending = openPending(PLACE, SYNCED)
    claimUnsaved('ada')
    add(pending, 'goods', 'new-1')
    expect(listUnsaved()).toHaveLength(1)
    claimUnsaved('ada')
    expect(pending.get().counts.size).toBe(1)
    claimUnsaved('bob')
    expect(listUnsaved()).toEqual([])
    expect(pending.get().counts.size).toBe(0)
  })
})

describe('comparing restored edits with the database', () => {
  const restored = () => {
    const pending = createPendingChanges(PLACE, SYNCED)
    for (const id of ['a', 'b', 'c', 'd']) edit(pending, 'goods', stored(id), 'mine')
    pending.storeOf('goods').change((edits) => removeRows(edits, [stored('e'), stored('f')]))
    return reload(pending).storeOf('goods').get().edits
  }
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']

  it('marks clashes, merges the rest and adds rows that others deleted as new ones', () => {
    const edits = mergeStored(restored(), ids, [
      stored('a'),
      stored('b', '2', 'theirs'),
      stored('c', '2', 'mine'),
      stored('e', '2', 'theirs'),
    ])
    expect(listUndecided(edits)).toEqual(['b', 'e'])
    expect(edits.rows.get('a')).toMatchObject({ state: 'changed', values: { name: 'mine' } })
    expect(edits.rows.has('c')).toBe(false)
    expect(edits.rows.get('d')).toMatchObject({ state: 'added', values: { name: 'mine' } })
    expect(edits.rows.has('f')).toBe(false)
  })

  it('changes nothing if nobody else wrote', () => {
    const before = restored()
    const after = mergeStored(
      before,
      ids,
      ids.map((id) => stored(id)),
    )
    expect([...after.rows]).toEqual([...before.rows])
    expect(listUndecided(after)).toEqual([])
  })
})
