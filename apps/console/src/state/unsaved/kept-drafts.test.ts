import { beforeEach, expect, it } from 'vitest'
import { createKeptDrafts } from './kept-drafts.ts'
import { claimUnsaved, clearUnsaved, listUnsaved, unsavedRoom } from './unsaved-changes.ts'

const parse = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)
/** What a reload leaves: a new object over the same session storage. */
const open = () => createKeptDrafts<string>({ kind: 'query', parse })
const draftOf = (text: string, id = 'q1', projectId = 'p1') => ({
  ...{ projectId, id, project: 'Shop', name: `Query ${id}`, draft: text },
})
const at = (id = 'q1', projectId = 'p1') => ({ projectId, id })
const stored = () => JSON.stringify({ ...sessionStorage })

beforeEach(() => {
  clearUnsaved()
})

it('gives drafts back after a reload, by project and id', () => {
  const drafts = open()
  drafts.set(draftOf('select 1'))
  drafts.set(draftOf('select 2', 'q2'))
  drafts.set(draftOf('select 3', 'q1', 'p2'))
  drafts.set(draftOf('select 4'))
  drafts.flush()
  const after = open()
  expect(after.find(at())?.draft).toBe('select 4')
  expect(after.find(at('q2'))?.draft).toBe('select 2')
  expect(after.find(at('q1', 'p2'))?.draft).toBe('select 3')
  expect(after.find(at('q2', 'p2'))).toBeUndefined()
})

it('names each draft for the question before signing out, also before it is written', () => {
  const drafts = open()
  drafts.set(draftOf('select 1'))
  const entry = { kind: 'query', project: 'Shop', name: 'Query q1', count: 1 }
  expect(listUnsaved()).toEqual([entry])
  drafts.drop('p1', 'q1')
  expect(listUnsaved()).toEqual([])
  expect(stored()).not.toContain('select 1')
})

it('shares 1 MB per project, and tells when a draft does not fit', () => {
  const drafts = open()
  drafts.set(draftOf('x'.repeat(700_000)))
  drafts.set(draftOf('y'.repeat(400_000), 'q2'))
  drafts.set(draftOf('z'.repeat(400_000), 'q1', 'p2'))
  drafts.flush()
  expect([...drafts.notKept.get()]).toEqual(['p1 q2'])
  expect(listUnsaved()).toHaveLength(3)
  expect(unsavedRoom({ projectId: 'p1', kind: 'rows', id: 'dev t1' })).toBeLessThan(300_000)

  // Space that another draft frees is used.
  drafts.drop('p1', 'q1')
  drafts.flush()
  expect(drafts.notKept.get().size).toBe(0)
  expect(open().find(at('q2'))?.draft).toHaveLength(400_000)
})

it('forgets what did not fit or cannot be read after a reload', () => {
  const drafts = open()
  drafts.set(draftOf('x'.repeat(1_000_001)))
  drafts.flush()
  sessionStorage.setItem('unsaved p1 query q2', '{"project":"Shop","name":"","count":1,"draft":7}')
  sessionStorage.setItem('unsaved p1 query q3', 'nonsense')
  expect(open().entries.get().size).toBe(0)
  expect(Object.keys(sessionStorage)).toEqual([])
})

it('discards drafts in memory and in the storage when the user signs out', () => {
  const drafts = open()
  claimUnsaved('ada')
  drafts.set(draftOf('select 1'))
  drafts.flush()
  drafts.set(draftOf('select 2', 'q2'))
  claimUnsaved('ada')
  expect(drafts.entries.get().size).toBe(2)
  claimUnsaved('bob')
  expect(drafts.entries.get().size).toBe(0)
  drafts.flush()
  expect(listUnsaved()).toEqual([])
  expect(stored()).not.toContain('select')
})
