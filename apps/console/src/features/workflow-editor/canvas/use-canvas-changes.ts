import type { EdgeChange, NodeChange } from '@xyflow/react'
import { useCallback, useRef, useState } from 'react'
import type { Editor } from '../editor/create-editor.ts'
import { NOTHING } from '../editor/selection.ts'
import { moveNodes, type NodePosition } from '../graph/graph.ts'
import { moveNotes } from '../graph/notes.ts'
import type { NoteNode } from '../notes/use-notes.ts'
import type { CardNode } from './flow-nodes.ts'

export type CanvasNode = CardNode | NoteNode

type Places = Record<string, NodePosition>

function selectNodes(editor: Editor, changes: NodeChange<CanvasNode>[]) {
  const before = editor.get().selection
  const nodes = new Set(before.nodes)
  for (const change of changes) {
    if (change.type !== 'select') continue
    if (change.selected) nodes.add(change.id)
    else nodes.delete(change.id)
  }
  const isSame = nodes.size === before.nodes.size && [...nodes].every((id) => before.nodes.has(id))
  if (isSame) return
  editor.select({ nodes, connection: nodes.size > 0 ? undefined : before.connection })
}

/** Applies React Flow's changes to the editor. A drag becomes one undo step when it ends. */
export function useCanvasChanges(editor: Editor) {
  const [moving, setMoving] = useState<Places>()
  const dragged = useRef<Places>(undefined)
  const isBoxing = useRef(false)

  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const places: Places = {}
      let isDragging = false
      for (const change of changes) {
        if (change.type !== 'position') continue
        if (change.position) places[change.id] = change.position
        if (change.dragging) isDragging = true
      }
      const isMoved = changes.some(({ type }) => type === 'position')
      if (isMoved && isDragging) {
        dragged.current = { ...dragged.current, ...places }
        setMoving(dragged.current)
      } else if (isMoved) {
        const moved = { ...dragged.current, ...places }
        const burst = dragged.current ? undefined : `move ${Object.keys(moved).join()}`
        dragged.current = undefined
        setMoving(undefined)
        editor.edit((content) => moveNotes(moveNodes(content, moved), moved), burst)
      }
      selectNodes(editor, changes)
    },
    [editor],
  )

  const onEdgesChange = useCallback(
    (changes: EdgeChange[]) => {
      if (isBoxing.current) return
      for (const change of changes) {
        if (change.type !== 'select') continue
        const { selection } = editor.get()
        if (change.selected) editor.select({ ...NOTHING, connection: change.id })
        else if (selection.connection === change.id) {
          editor.select({ ...selection, connection: undefined })
        }
      }
    },
    [editor],
  )
  const onSelectionStart = useCallback(() => {
    isBoxing.current = true
  }, [])
  const onSelectionEnd = useCallback(() => {
    isBoxing.current = false
  }, [])
  return { moving, onNodesChange, onEdgesChange, onSelectionStart, onSelectionEnd }
}
