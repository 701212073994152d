import type { Credential } from '@plinth/contract'
import { useReactFlow } from '@xyflow/react'
import { useCallback, useState } from 'react'
import { useTidyUp } from './canvas/use-tidy-up.ts'
import type { Editor } from './editor/create-editor.ts'
import { selectOnly } from './editor/selection.ts'
import { useClipboard } from './editor/use-clipboard.ts'
import type { WorkflowActions } from './editor/use-workflow-actions.ts'
import { findNode, NODE_HEIGHT, NODE_WIDTH } from './graph/graph.ts'
import { workflowEditorStrings as strings } from './strings/editor-strings.ts'
import { useEditorKeys } from './use-editor-keys.ts'

const MOVE_MS = 150
const FIRST_INDENT = 60

/** The visible part of the canvas, in canvas coordinates. */
function useView() {
  const flow = useReactFlow()
  return useCallback(() => {
    const box = document.querySelector('[data-canvas]')?.getBoundingClientRect() ?? new DOMRect()
    const { x: left, y: top } = flow.screenToFlowPosition({ x: box.left, y: box.top })
    const { x: right, y: bottom } = flow.screenToFlowPosition({ x: box.right, y: box.bottom })
    return { left, top, right, bottom }
  }, [flow])
}

/** Default position of a new node: the first at the left, others in the middle of the view. */
function useDefaultPosition(editor: Editor) {
  const view = useView()
  return useCallback(() => {
    const { left, top, right, bottom } = view()
    const y = (top + bottom - NODE_HEIGHT) / 2
    if (editor.content().nodes.length === 0) return { x: left + FIRST_INDENT, y }
    return { x: (left + right - NODE_WIDTH) / 2, y }
  }, [view, editor])
}

/** Pans only as far as needed to show a node. */
function useReveal(editor: Editor) {
  const flow = useReactFlow()
  const view = useView()
  return useCallback(
    (nodeId: string) => {
      const node = findNode(editor.content(), nodeId)
      if (!node) return
      const { left, top, right, bottom } = view()
      const { x, y } = node.position
      const isSeen = x >= left && y >= top && x + NODE_WIDTH <= right && y + NODE_HEIGHT <= bottom
      if (isSeen) return
      const zoom = flow.getZoom()
      flow.setCenter(x + NODE_WIDTH / 2, y + NODE_HEIGHT / 2, { zoom, duration: MOVE_MS })
    },
    [editor, flow, view],
  )
}

interface CanvasToolsOptions {
  editor: Editor
  actions: WorkflowActions
  credentials: readonly Credential[] | undefined
  openPalette: () => void
  announce: (words: string) => void
}

/** Keyboard shortcuts, clipboard and view controls of the canvas. */
export function useCanvasTools(options: CanvasToolsOptions) {
  const { editor, actions, announce, openPalette } = options
  const flow = useReactFlow()
  const defaultPosition = useDefaultPosition(editor)
  const reveal = useReveal(editor)
  const [isFinding, setFinding] = useState(false)
  const fit = useCallback(() => flow.fitView({ maxZoom: 1, duration: MOVE_MS }), [flow])
  const tidied = useCallback(() => {
    fit()
    announce(strings.canvas.tidied)
  }, [fit, announce])
  const { tidyUp, isArranging } = useTidyUp({
    editor,
    results: actions.execution.results,
    onDone: tidied,
  })
  useClipboard({
    editor,
    centre: defaultPosition,
    knowsCredential: (id) => options.credentials?.some((one) => one.id === id) ?? true,
    onCopied: (count) => announce(strings.canvas.copied(count)),
    onPasted: (count) => announce(strings.canvas.pasted(count)),
  })
  const hasNodes = () => editor.get().selection.nodes.size > 0
  useEditorKeys({
    save: actions.saving.save,
    execute: () => actions.run(),
    undo: editor.undo,
    redo: editor.redo,
    duplicate: () => (hasNodes() ? editor.duplicate() : undefined),
    selectAll: editor.selectAll,
    remove: editor.removeSelected,
    openPalette,
    rename: () => document.querySelector<HTMLInputElement>('[data-field=node-label]')?.select(),
    fit,
    tidyUp,
    find: () => setFinding(true),
    clear: () => {
      editor.place(undefined)
      editor.select(selectOnly())
    },
  })
  const goTo = (nodeId: string) => {
    setFinding(false)
    editor.select(selectOnly(nodeId))
    flow.fitView({ nodes: [{ id: nodeId }], maxZoom: 0.9, duration: MOVE_MS })
  }
  return { defaultPosition, reveal, tidyUp, isArranging, isFinding, setFinding, goTo }
}

export type CanvasTools = ReturnType<typeof useCanvasTools>
