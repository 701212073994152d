import type { WorkflowSettings } from '@plinth/contract'
import { type History, newHistory, record, redo, sameJson, undo } from '@plinth/schema'
import type { Graph } from './graph.ts'

/** Everything about a workflow that users edit. */
export interface WorkflowContent extends Graph {
  name: string
  active: boolean
  settings: WorkflowSettings
}

/** The edited content and the last saved content. */
export interface WorkflowDraft {
  history: History<WorkflowContent>
  saved: WorkflowContent
  /** Undefined until the workflow is saved for the first time. */
  revision: number | undefined
  /** Consecutive edits with the same key, such as typing in one field, are one undo step. */
  burst: string | undefined
}

export type WorkflowDraftAction =
  | { type: 'edited'; change: (content: WorkflowContent) => WorkflowContent; burst?: string }
  | { type: 'undone' }
  | { type: 'redone' }
  | { type: 'saved'; content: WorkflowContent; revision: number }
  /** Another user's newer save, and the content to continue with. */
  | { type: 'rebased'; content: WorkflowContent; saved: WorkflowContent; revision: number }

interface Stored {
  content: WorkflowContent
  revision: number | undefined
}

export function newWorkflowDraft({ content, revision }: Stored): WorkflowDraft {
  return { history: newHistory(content), saved: content, revision, burst: undefined }
}

function edit(
  draft: WorkflowDraft,
  { change, burst }: Extract<WorkflowDraftAction, { type: 'edited' }>,
): WorkflowDraft {
  const { history } = draft
  const next = change(history.present)
  if (next === history.present) return draft
  const goesOn = burst !== undefined && burst === draft.burst && history.past.length > 0
  return {
    ...draft,
    history: goesOn ? { ...history, present: next, future: [] } : record(history, next),
    burst,
  }
}

export function reduceWorkflowDraft(
  draft: WorkflowDraft,
  action: WorkflowDraftAction,
): WorkflowDraft {
  switch (action.type) {
    case 'edited':
      return edit(draft, action)
    case 'undone':
      return { ...draft, history: undo(draft.history), burst: undefined }
    case 'redone':
      return { ...draft, history: redo(draft.history), burst: undefined }
    case 'saved':
      return { ...draft, saved: action.content, revision: action.revision, burst: undefined }
    case 'rebased':
      return {
        history: newHistory(action.content),
        saved: action.saved,
        revision: action.revision,
        burst: undefined,
      }
  }
}

function sameList<T>(one: readonly T[], other: readonly T[]): boolean {
  if (one === other) return true
  return (
    one.length === other.length &&
    one.every((item, at) => item === other[at] || sameJson(item, other[at]))
  )
}

/** Whether there are unsaved changes. */
export function workflowDraftIsDirty({ history, saved }: WorkflowDraft): boolean {
  const { present } = history
  if (present === saved) return false
  return !(
    present.name === saved.name &&
    present.active === saved.active &&
    sameJson(present.settings, saved.settings) &&
    sameList(present.nodes, saved.nodes) &&
    sameList(present.connections, saved.connections)
  )
}
