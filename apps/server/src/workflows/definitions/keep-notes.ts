import { type Canvas, WorkflowSettings } from '@plinth/contract'
import { readUnchanged } from '../../foundation/platform/stored-json.ts'

/**
 * Keeps the stored notes if the settings have none: a client that does not know notes leaves them out. An empty list
 * deletes them, and is not stored.
 */
export function keepNotes(canvas: Canvas, stored: string | undefined): Canvas {
  const { notes: sent, ...settings } = canvas.settings
  const before = stored && readUnchanged(WorkflowSettings, stored, 'settings of a workflow').notes
  const notes = sent ?? (before || [])
  return { ...canvas, settings: notes.length > 0 ? { ...settings, notes } : settings }
}
