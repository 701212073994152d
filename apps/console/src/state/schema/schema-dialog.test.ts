import { describe, expect, it } from 'vitest'
import {
  CLOSED_DIALOG,
  DIALOG_MODES,
  DIALOG_TABLE,
  type DialogEvent,
  type DialogMode,
  reduceDialog,
} from './schema-dialog.ts'

const OPENINGS: [DialogEvent, DialogMode][] = [
  ['createTable', 'CreateTable'],
  ['editTable', 'EditTable'],
  ['deleteTable', 'DeleteTable'],
  ['createColumn', 'CreateColumn'],
  ['editColumn', 'EditColumn'],
  ['deleteColumn', 'DeleteColumn'],
  ['showDiff', 'ShowDiff'],
]
const OPEN = DIALOG_MODES.filter((mode) => mode !== 'None')

describe('the dialog of the schema editor', () => {
  it('has the modes of the specification', () => {
    expect(Object.keys(DIALOG_TABLE)).toEqual([...DIALOG_MODES])
    expect(DIALOG_MODES.join(' ')).toBe(
      'None CreateTable EditTable DeleteTable CreateColumn EditColumn DeleteColumn ShowDiff',
    )
  })

  it.each(OPENINGS)('None, %s → %s', (event, mode) => {
    const state = reduceDialog(CLOSED_DIALOG, { event, tableId: 't', columnId: 'c' })
    expect(state).toEqual({ mode, shown: mode, tableId: 't', columnId: 'c', opening: 1 })
  })

  it.each(OPEN)('%s, close → None, and keeps its words while it fades', (mode) => {
    const open = { mode, shown: mode, tableId: 't', columnId: 'c', opening: 3 }
    expect(reduceDialog(open, { event: 'close' })).toEqual({ ...open, mode: 'None' })
  })

  it.each(OPEN.flatMap((mode) => OPENINGS.map(([event]) => [mode, event] as const)))(
    '%s, %s → the same, untouched',
    (mode, event) => {
      const open = { mode, shown: mode, tableId: 't', columnId: 'c', opening: 1 }
      expect(reduceDialog(open, { event, tableId: 'other' })).toBe(open)
    },
  )

  it('has an answer for every event in every mode', () => {
    const events = [...OPENINGS.map(([event]) => event), 'close'].sort()
    for (const row of Object.values(DIALOG_TABLE)) expect(Object.keys(row).sort()).toEqual(events)
  })

  it('counts openings, so that a form starts afresh', () => {
    const once = reduceDialog(CLOSED_DIALOG, { event: 'createTable' })
    const twice = reduceDialog(reduceDialog(once, { event: 'close' }), { event: 'createTable' })
    expect(twice.opening).toBe(2)
  })
})
