import { GridPreferences, type ViewFilter } from '@plinth/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { createKeptDrafts } from '../../../state/unsaved/kept-drafts.ts'
import { clearUnsaved } from '../../../state/unsaved/unsaved-changes.ts'
import { isChangedView, parseViewDraft, viewDrafts } from './view-drafts.ts'

const settings = GridPreferences.parse({ hidden: ['f1'], widths: { f2: 200 } })
const filter = { text: 'state = "open"', fields: { state: 'f1' } }
const renamed = ({ text }: ViewFilter) => text.replace('state', 'status')

/** What a reload leaves: a new object over the same session storage. */
const reopen = () => createKeptDrafts({ kind: 'view', parse: parseViewDraft })

beforeEach(() => {
  clearUnsaved()
})

describe('the draft of a view', () => {
  it.each([
    ['nothing', { settings: {} }, false],
    ['the same columns', { settings: { hidden: ['f1'] } }, false],
    ['other columns', { settings: { hidden: [] } }, true],
    ['a pinned column', { settings: { pinned: ['f2'] } }, true],
    [
      'the same filter under a new name',
      { settings: {}, filter: { text: 'status = "open"', fields: {} } },
      false,
    ],
    ['no filter', { settings: {}, filter: { text: '', fields: {} } }, true],
  ])('with %s', (_, draft, isChanged) => {
    expect(isChangedView({ settings, filter }, { tableId: 't1', ...draft }, renamed)).toBe(
      isChanged,
    )
  })

  it('survives a reload with the settings it changes and no others', () => {
    const draft = { tableId: 't1', settings: { sort: [], hidden: ['f2'] }, filter }
    viewDrafts.set({ projectId: 'p1', id: 'v1', project: 'Shop', name: 'Open', draft })
    viewDrafts.flush()
    expect(reopen().find({ projectId: 'p1', id: 'v1' })?.draft).toEqual(draft)
  })

  it('is dropped if its settings are of another version', () => {
    const draft = { tableId: 't1', settings: { hidden: 'all' } }
    const text = JSON.stringify({ project: 'Shop', name: 'Open', count: 1, draft })
    sessionStorage.setItem('unsaved p1 view v1', text)
    expect(reopen().entries.get().size).toBe(0)
    expect(sessionStorage.getItem('unsaved p1 view v1')).toBeNull()
  })
})
