import { Configuration } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { draftIsDirty, newDraft, reduceDraft } from './schema-draft.ts'

const named = (name: string) => Configuration.parse({ tables: [{ id: 't', name }] })
const first = named('first')
const start = newDraft({ configuration: first, revision: 1 })
const edited = reduceDraft(start, { type: 'edited', configuration: named('second') })

describe('the draft', () => {
  it('is clean at the start, dirty after an edit, and clean again after undo', () => {
    expect(draftIsDirty(start)).toBe(false)
    expect(draftIsDirty(edited)).toBe(true)
    expect(draftIsDirty(reduceDraft(edited, { type: 'undone' }))).toBe(false)
  })

  it('is clean when an edit is taken back by hand', () => {
    const back = reduceDraft(edited, { type: 'edited', configuration: named('first') })
    expect(draftIsDirty(back)).toBe(false)
  })

  it('redoes what was undone', () => {
    const again = reduceDraft(reduceDraft(edited, { type: 'undone' }), { type: 'redone' })
    expect(again.history.present).toBe(edited.history.present)
  })

  it('keeps edits that were made while a save was on its way', () => {
    const later = reduceDraft(edited, { type: 'edited', configuration: named('third') })
    const saved = reduceDraft(later, {
      type: 'saved',
      configuration: edited.history.present,
      revision: 2,
    })
    expect(saved).toMatchObject({ revision: 2, history: { present: named('third') } })
    expect(draftIsDirty(saved)).toBe(true)
  })

  it('can be undone beyond a save', () => {
    const saved = reduceDraft(edited, {
      type: 'saved',
      configuration: edited.history.present,
      revision: 2,
    })
    expect(draftIsDirty(saved)).toBe(false)
    expect(draftIsDirty(reduceDraft(saved, { type: 'undone' }))).toBe(true)
  })

  it('cannot be undone beyond somebody else’s save', () => {
    const rebased = reduceDraft(edited, {
      type: 'rebased',
      configuration: named('merged'),
      saved: named('theirs'),
      revision: 7,
    })
    expect(reduceDraft(rebased, { type: 'undone' })).toEqual(rebased)
    expect(rebased).toMatchObject({ revision: 7, saved: named('theirs') })
  })
})
