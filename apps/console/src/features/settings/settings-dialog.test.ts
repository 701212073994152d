import { describe, expect, test } from 'vitest'
import {
  NO_DIALOG,
  reduceSettingsDialog,
  SETTINGS_DIALOG_MODES,
  SETTINGS_DIALOG_TABLE,
  type SettingsDialogEvent,
} from './settings-dialog.ts'

const OPENING = Object.entries(SETTINGS_DIALOG_TABLE.none).filter(
  ([event]) => event !== 'close',
) as [SettingsDialogEvent, (typeof SETTINGS_DIALOG_MODES)[number]][]

test('starts closed, and one event opens each mode', () => {
  expect(NO_DIALOG.mode).toBe('none')
  expect(OPENING.map(([, mode]) => mode)).toEqual(SETTINGS_DIALOG_MODES.slice(1))
})

describe.each(OPENING)('%s', (event, mode) => {
  const open = reduceSettingsDialog(NO_DIALOG, { event, id: 'one' })
  test('opens and closes', () => {
    expect(open).toEqual({ mode, id: 'one' })
    expect(reduceSettingsDialog(open, { event: 'close' })).toEqual({ mode: 'none', id: 'one' })
  })
  test.each(OPENING)('ignores %s while open', (other) => {
    expect(reduceSettingsDialog(open, { event: other, id: 'two' })).toBe(open)
  })
})
