import type { NodeDefinition } from '@plinth/contract'
import { createExternalStore } from '../../../ui/hooks/external-store.ts'
import { addNode, type Placement } from '../graph/add-node.ts'
import { connect, type Ends } from '../graph/connect.ts'
import { pasteNodes, printCopy, readCopy } from '../graph/copy-nodes.ts'
import { type NodePosition, removeConnection, removeNodes } from '../graph/graph.ts'
import { addNote as addNoteTo, notesOf, removeNotes } from '../graph/notes.ts'
import {
  newWorkflowDraft,
  reduceWorkflowDraft,
  type WorkflowContent,
  type WorkflowDraft,
  type WorkflowDraftAction,
  workflowDraftIsDirty,
} from '../graph/workflow-draft.ts'
import { NOTHING, type NodeSelection, pruneSelection, selectOnly } from './selection.ts'

export interface EditorState {
  draft: WorkflowDraft
  selection: NodeSelection
  /** Where the next node from the palette goes; set by a '+' button. */
  placement: Placement | undefined
  /** The note whose text is being edited. */
  editedNote: string | undefined
}

interface EditorOptions {
  content: WorkflowContent
  revision: number | undefined
  /** Read-only: nodes can be selected but not changed. */
  isReadOnly?: boolean
  now: () => number
}

interface AddOptions {
  fallback: NodePosition
  /** How many nodes a row holds. */
  columns: number
}

interface PasteOptions {
  at?: NodePosition
  knowsCredential: (id: string) => boolean
}

type Change = (content: WorkflowContent) => WorkflowContent

/** State and actions of one open workflow. */
export function createEditor({ content, revision, isReadOnly, now }: EditorOptions) {
  const store = createExternalStore<EditorState>({
    draft: newWorkflowDraft({ content, revision }),
    selection: NOTHING,
    placement: undefined,
    editedNote: undefined,
  })
  const present = () => store.get().draft.history.present

  const send = (action: WorkflowDraftAction, selection = store.get().selection) => {
    if (isReadOnly) return
    const draft = reduceWorkflowDraft(store.get().draft, action)
    const pruned = pruneSelection(selection, draft.history.present)
    store.set({ ...store.get(), draft, selection: pruned })
  }
  const edit = (change: Change, burst?: string) =>
    send({ type: 'edited', change, ...(burst === undefined ? {} : { burst }) })
  const select = (selection: NodeSelection) => store.set({ ...store.get(), selection })

  /** Adds at the requested placement, else after the selected node, else at `fallback`. */
  const add = (definition: NodeDefinition, { fallback, columns }: AddOptions) => {
    const { placement, selection } = store.get()
    const [only, ...others] = selection.nodes
    const wishes: Placement[] = placement
      ? [placement]
      : only !== undefined && others.length === 0
        ? [{ kind: 'after', nodeId: only }]
        : []
    for (const wish of [...wishes, { kind: 'at', position: fallback } as const]) {
      const added = addNode(present(), { definition, placement: wish, columns, now: now() })
      if (!added) continue
      store.set({ ...store.get(), placement: undefined })
      send({ type: 'edited', change: () => added.graph }, selectOnly(added.nodeId))
      return added.nodeId
    }
    return undefined
  }

  /** Starts or ends editing a note; one that was left empty is removed. */
  const editNote = (noteId: string | undefined) => {
    const { editedNote } = store.get()
    const left = notesOf(present()).find(({ id }) => id === editedNote)
    store.set({ ...store.get(), editedNote: isReadOnly ? undefined : noteId })
    if (left && left.id !== noteId && left.text.trim() === '') {
      edit((content) => removeNotes(content, new Set([left.id])))
    }
  }
  const addNote = (position: NodePosition) => {
    const added = addNoteTo(present(), { position, now: now() })
    if (!added) return
    send({ type: 'edited', change: () => added.content }, selectOnly(added.noteId))
    editNote(added.noteId)
  }

  const paste = (text: string, options: PasteOptions): number => {
    const copied = readCopy(text)
    if (!copied) return 0
    const pasted = pasteNodes(present(), { copied, now: now(), ...options })
    send({ type: 'edited', change: () => pasted.graph }, selectOnly(...pasted.ids))
    return pasted.ids.size
  }
  const copy = () => printCopy(present(), store.get().selection.nodes)

  return {
    use: store.use,
    get: store.get,
    content: present,
    isDirty: () => workflowDraftIsDirty(store.get().draft),
    edit,
    select,
    undo: () => send({ type: 'undone' }),
    redo: () => send({ type: 'redone' }),
    saved: (stored: { content: WorkflowContent; revision: number }) =>
      send({ type: 'saved', ...stored }),
    rebase: (stored: { content: WorkflowContent; saved: WorkflowContent; revision: number }) =>
      send({ type: 'rebased', ...stored }),
    place: (placement: Placement | undefined) => store.set({ ...store.get(), placement }),
    add,
    addAt: (definition: NodeDefinition, position: NodePosition) => {
      const added = addNode(present(), {
        definition,
        placement: { kind: 'at', position },
        now: now(),
      })
      if (added) send({ type: 'edited', change: () => added.graph }, selectOnly(added.nodeId))
    },
    addNote,
    editNote,
    connect: (ends: Ends) => edit((graph) => connect(graph, ends)),
    removeSelected: () => {
      const { nodes, connection } = store.get().selection
      if (nodes.size > 0) edit((content) => removeNotes(removeNodes(content, nodes), nodes))
      else if (connection !== undefined) edit((graph) => removeConnection(graph, connection))
    },
    selectAll: () => select(selectOnly(...present().nodes.map(({ id }) => id))),
    copy,
    paste,
    duplicate: () => paste(copy(), { knowsCredential: () => true }),
  }
}

export type Editor = ReturnType<typeof createEditor>
