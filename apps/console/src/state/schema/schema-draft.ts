import type { Configuration } from '@plinth/contract'
import { configurationsEqual, type History, newHistory, record, redo, undo } from '@plinth/schema'

/** The edited configuration and the saved one it is based on. */
export interface SchemaDraft {
  history: History<Configuration>
  saved: Configuration
  revision: number
}

interface Stored {
  configuration: Configuration
  revision: number
}

export type SchemaDraftAction =
  | { type: 'edited'; configuration: Configuration }
  | { type: 'undone' }
  | { type: 'redone' }
  | ({ type: 'saved' } & Stored)
  /** This draft merged onto a newer saved configuration. */
  | ({ type: 'rebased'; saved: Configuration } & Stored)

export function newSchemaDraft({ configuration, revision }: Stored): SchemaDraft {
  return { history: newHistory(configuration), saved: configuration, revision }
}

export function reduceSchemaDraft(draft: SchemaDraft, action: SchemaDraftAction): SchemaDraft {
  switch (action.type) {
    case 'edited':
      return { ...draft, history: record(draft.history, action.configuration) }
    case 'undone':
      return { ...draft, history: undo(draft.history) }
    case 'redone':
      return { ...draft, history: redo(draft.history) }
    case 'saved':
      return { ...draft, saved: action.configuration, revision: action.revision }
    case 'rebased':
      // Undoing past a merge would silently revert the other user's changes.
      return {
        history: newHistory(action.configuration),
        saved: action.saved,
        revision: action.revision,
      }
  }
}

/** Whether the draft differs from the saved configuration. */
export function schemaDraftIsDirty({ history, saved }: SchemaDraft): boolean {
  return !configurationsEqual(history.present, saved)
}
