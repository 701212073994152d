import type { SavedQuery } from '@plinth/contract'
import { beforeEach, expect, it } from 'vitest'
import { clearUnsaved } from '../../state/unsaved/unsaved-changes.ts'
import { NEW_QUERY, queryDrafts, rescueDrafts, settleDraft } from './query-drafts.ts'

const saved = (revision: number, sql = 'select 1', id = 'q1'): SavedQuery => ({
  ...{ id, name: 'Ones', sql, revision, updatedOn: '2026-11-17T00:00:00.000Z' },
})
const project = { id: 'p1', name: 'Shop' }
const change = (text: string, id = 'q1', revision = 1) =>
  queryDrafts.set({
    ...{ projectId: 'p1', project: 'Shop', id, name: 'Ones' },
    draft: { text, revision, changedOn: 1 },
  })
const draftOf = (id = 'q1') => queryDrafts.find({ projectId: 'p1', id })?.draft

beforeEach(() => {
  clearUnsaved()
})

it('drops the draft whose text was saved', () => {
  change('select 2')
  settleDraft('p1', saved(1), saved(2, 'select 2'))
  expect(draftOf()).toBeUndefined()
})

it('continues from the new revision if the text was changed while it was saved, or only renamed', () => {
  change('select 3')
  settleDraft('p1', saved(1), saved(2, 'select 2'))
  expect(draftOf()).toMatchObject({ text: 'select 3', revision: 2 })
})

it('stays behind if another member saved first', () => {
  change('select 3', 'q1', 1)
  settleDraft('p1', saved(2), saved(3))
  expect(draftOf()).toMatchObject({ text: 'select 3', revision: 1 })
})

it('adds the texts of deleted queries to the new query', () => {
  change('select 1', 'q1')
  change('select 2', 'q2')
  change('select 3', 'q3')
  rescueDrafts(project, [saved(1, 'select 0', 'q3')])
  expect(draftOf('q1')).toBeUndefined()
  expect(draftOf(NEW_QUERY)).toEqual({ text: 'select 1\n\nselect 2', changedOn: 1 })
  expect(draftOf('q3')?.text).toBe('select 3')
  rescueDrafts({ id: 'p2', name: 'Other' }, [])
  expect(draftOf('q3')?.text).toBe('select 3')
})
