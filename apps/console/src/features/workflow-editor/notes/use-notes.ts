import type { WorkflowNote } from '@plinth/contract'
import type { Node } from '@xyflow/react'
import { useMemo } from 'react'
import type { NodePosition } from '../graph/graph.ts'
import { noteSize } from '../graph/notes.ts'
import { noteStrings } from '../strings/note-strings.ts'

interface NoteData extends Record<string, unknown> {
  note: WorkflowNote
  isEdited: boolean
}
export type NoteNode = Node<NoteData, 'note'>

interface Notes {
  notes: readonly WorkflowNote[]
  selected: ReadonlySet<string>
  /** The note whose text is being edited. */
  edited: string | undefined
  /** Current positions of what is being dragged. */
  moving: Readonly<Record<string, NodePosition>> | undefined
}

/** Notes for React Flow, behind the cards. */
export function useNotes({ notes, selected, edited, moving }: Notes): NoteNode[] {
  return useMemo(
    () =>
      notes.map((note) => ({
        id: note.id,
        type: 'note',
        position: moving?.[note.id] ?? note.position,
        selected: selected.has(note.id),
        data: { note, isEdited: note.id === edited },
        ...noteSize(note),
        measured: noteSize(note),
        connectable: false,
        zIndex: -1,
        ariaLabel: noteStrings.label(note.text),
      })),
    [notes, selected, edited, moving],
  )
}
