import { describe, expect, it } from 'vitest'
import {
  CLOSED_SCHEMA_DIALOG,
  reduceSchemaDialog,
  SCHEMA_DIALOG_MODES,
  SCHEMA_DIALOG_TABLE,
  type SchemaDialogEvent,
  type SchemaDialogMode,
} from './schema-dialog.ts'

const OPENINGS: [SchemaDialogEvent, SchemaDialogMode][] = [
  ['createTable', 'CreateTable'],
  ['editTable', 'EditTable'],
  ['deleteTable', 'DeleteTable'],
  ['createColumn', 'CreateColumn'],
  ['editColumn', 'EditColumn'],
  ['deleteColumn', 'DeleteColumn'],
  ['showDiff', 'ShowDiff'],
]
const OPEN = SCHEMA_DIALOG_MODES.filter((mode) => mode !== 'None')

describe('reduceSchemaDialog', () => {
  it('has the modes of the specification', () => {
    expect(Object.keys(SCHEMA_DIALOG_TABLE)).toEqual([...SCHEMA_DIALOG_MODES])
    expect(SCHEMA_DIALOG_MODES.join(' ')).toBe(
      'None CreateTable EditTable DeleteTable CreateColumn EditColumn DeleteColumn ShowDiff',
    )
  })

  it.each(OPENINGS)('None, %s → %s', (event, mode) => {
    const state = reduceSchemaDialog(CLOSED_SCHEMA_DIALOG, { event, tableId: 't', columnId: 'c' })
    expect(state).toEqual({ mode, shown: mode, tableId: 't', columnId: 'c', opening: 1 })
  })

  it.each(OPEN)('%s, close → None, still rendered while it fades out', (mode) => {
    const open = { mode, shown: mode, tableId: 't', columnId: 'c', opening: 3 }
    expect(reduceSchemaDialog(open, { event: 'close' })).toEqual({ ...open, mode: 'None' })
  })

  it.each(OPEN.flatMap((mode) => OPENINGS.map(([event]) => [mode, event] as const)))(
    '%s, %s → no change',
    (mode, event) => {
      const open = { mode, shown: mode, tableId: 't', columnId: 'c', opening: 1 }
      expect(reduceSchemaDialog(open, { event, tableId: 'other' })).toBe(open)
    },
  )

  it('handles every event in every mode', () => {
    const events = [...OPENINGS.map(([event]) => event), 'close'].sort()
    for (const row of Object.values(SCHEMA_DIALOG_TABLE))
      expect(Object.keys(row).sort()).toEqual(events)
  })

  it('increments the opening counter, so that the form is reset', () => {
    const once = reduceSchemaDialog(CLOSED_SCHEMA_DIALOG, { event: 'createTable' })
    const twice = reduceSchemaDialog(reduceSchemaDialog(once, { event: 'close' }), {
      event: 'createTable',
    })
    expect(twice.opening).toBe(2)
  })
})
