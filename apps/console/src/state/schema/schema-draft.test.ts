import { Configuration } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { newSchemaDraft, reduceSchemaDraft, schemaDraftIsDirty } from './schema-draft.ts'

const named = (name: string) => Configuration.parse({ tables: [{ id: 't', name }] })
const first = named('first')
const start = newSchemaDraft({ configuration: first, revision: 1 })
const edited = reduceSchemaDraft(start, { type: 'edited', configuration: named('second') })

describe('the schema draft', () => {
  it('is clean at the start, dirty after an edit, and clean again after undo', () => {
    expect(schemaDraftIsDirty(start)).toBe(false)
    expect(schemaDraftIsDirty(edited)).toBe(true)
    expect(schemaDraftIsDirty(reduceSchemaDraft(edited, { type: 'undone' }))).toBe(false)
  })

  it('is clean when an edit is reverted by hand', () => {
    const back = reduceSchemaDraft(edited, { type: 'edited', configuration: named('first') })
    expect(schemaDraftIsDirty(back)).toBe(false)
  })

  it('redoes what was undone', () => {
    const again = reduceSchemaDraft(reduceSchemaDraft(edited, { type: 'undone' }), {
      type: 'redone',
    })
    expect(again.history.present).toBe(edited.history.present)
  })

  it('keeps edits made during a save', () => {
    const later = reduceSchemaDraft(edited, { type: 'edited', configuration: named('third') })
    const saved = reduceSchemaDraft(later, {
      type: 'saved',
      configuration: edited.history.present,
      revision: 2,
    })
    expect(saved).toMatchObject({ revision: 2, history: { present: named('third') } })
    expect(schemaDraftIsDirty(saved)).toBe(true)
  })

  it('can be undone past a save', () => {
    const saved = reduceSchemaDraft(edited, {
      type: 'saved',
      configuration: edited.history.present,
      revision: 2,
    })
    expect(schemaDraftIsDirty(saved)).toBe(false)
    expect(schemaDraftIsDirty(reduceSchemaDraft(saved, { type: 'undone' }))).toBe(true)
  })

  it('cannot be undone past a save by another user', () => {
    const rebased = reduceSchemaDraft(edited, {
      type: 'rebased',
      configuration: named('merged'),
      saved: named('theirs'),
      revision: 7,
    })
    expect(reduceSchemaDraft(rebased, { type: 'undone' })).toEqual(rebased)
    expect(rebased).toMatchObject({ revision: 7, saved: named('theirs') })
  })
})
