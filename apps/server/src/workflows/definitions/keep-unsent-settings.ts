import { type Canvas, WorkflowSettings } from '@plinth/contract'
import { readUnchanged } from '../../foundation/platform/stored-json.ts'

/**
 * Keeps the stored notes and tags if the settings have none: a client that does not know them leaves them out. An empty
 * list deletes them, and is not stored.
 */
export function keepUnsentSettings(canvas: Canvas, stored: string | undefined): Canvas {
  const { notes: sentNotes, tags: sentTags, ...settings } = canvas.settings
  const before =
    stored === undefined
      ? undefined
      : readUnchanged(WorkflowSettings, stored, 'settings of a workflow')
  const notes = sentNotes ?? before?.notes ?? []
  const tags = sentTags ?? before?.tags ?? []
  return {
    ...canvas,
    settings: {
      ...settings,
      ...(notes.length > 0 ? { notes } : {}),
      ...(tags.length > 0 ? { tags } : {}),
    },
  }
}
