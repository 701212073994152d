import { describe, expect, test } from 'vitest'
import {
  DIALOG_MODES,
  DIALOG_TABLE,
  type DialogEvent,
  NO_DIALOG,
  reduceDialog,
} from './settings-dialog.ts'

const OPENING = Object.entries(DIALOG_TABLE.none).filter(([event]) => event !== 'close') as [
  DialogEvent,
  (typeof DIALOG_MODES)[number],
][]

test('it starts with no dialog, and every other mode is opened by one event', () => {
  expect(NO_DIALOG.mode).toBe('none')
  expect(OPENING.map(([, mode]) => mode)).toEqual(DIALOG_MODES.slice(1))
})

describe.each(OPENING)('%s', (event, mode) => {
  const open = reduceDialog(NO_DIALOG, { event, id: 'one' })
  test('opens and closes', () => {
    expect(open).toEqual({ mode, id: 'one' })
    expect(reduceDialog(open, { event: 'close' })).toEqual({ mode: 'none', id: 'one' })
  })
  test.each(OPENING)('stays while %s is asked for', (other) => {
    expect(reduceDialog(open, { event: other, id: 'two' })).toBe(open)
  })
})
