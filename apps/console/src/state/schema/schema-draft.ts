import type { Configuration } from '@plinth/contract'
import { configurationsEqual, type History, newHistory, record, redo, undo } from '@plinth/schema'

/** What is being edited here, and the saved configuration that it began from. */
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
  /** Somebody else's newer configuration, with this draft laid over it. */
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
      // Going back to before the other person's save would take their work away unseen.
      return {
        history: newHistory(action.configuration),
        saved: action.saved,
        revision: action.revision,
      }
  }
}

/** Whether there is anything that a save would change. */
export function schemaDraftIsDirty({ history, saved }: SchemaDraft): boolean {
  return !configurationsEqual(history.present, saved)
}
