import type { Credential } from '@plinth/contract'
import { useReactFlow } from '@xyflow/react'
import { useCallback, useState } from 'react'
import { useTidyUp } from './canvas/use-tidy-up.ts'
import type { Editor } from './create-editor.ts'
import { NODE_HEIGHT, NODE_WIDTH } from './graph/graph.ts'
import { selectOnly } from './selection.ts'
import { strings } from './strings.ts'
import { useClipboard } from './use-clipboard.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import type { WorkflowActs } from './use-workflow-acts.ts'

const MOVE_MS = 150

/** The middle of what is in view, in the canvas' own measure. */
function useCentre() {
  const flow = useReactFlow()
  return useCallback(() => {
    const box = document.querySelector('[data-canvas]')?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
    const { x, y } = flow.screenToFlowPosition(middle)
    return { x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2 }
  }, [flow])
}

interface CanvasToolsOptions {
  editor: Editor
  acts: WorkflowActs
  credentials: readonly Credential[] | undefined
  openPalette: () => void
  announce: (words: string) => void
}

/** Keys, clipboard, and what moves the view. */
export function useCanvasTools(options: CanvasToolsOptions) {
  const { editor, acts, announce, openPalette } = options
  const flow = useReactFlow()
  const centre = useCentre()
  const [isFinding, setFinding] = useState(false)
  const fit = useCallback(() => flow.fitView({ maxZoom: 1, duration: MOVE_MS }), [flow])
  const tidied = useCallback(() => {
    fit()
    announce(strings.canvas.tidied)
  }, [fit, announce])
  const { tidyUp, isArranging } = useTidyUp(editor, tidied)
  useClipboard({
    editor,
    centre,
    knowsCredential: (id) => options.credentials?.some((one) => one.id === id) ?? true,
    onCopied: (count) => announce(strings.canvas.copied(count)),
    onPasted: (count) => announce(strings.canvas.pasted(count)),
  })
  const hasNodes = () => editor.get().selection.nodes.size > 0
  useEditorKeys({
    save: acts.saving.save,
    execute: acts.run,
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
  return { centre, tidyUp, isArranging, isFinding, setFinding, goTo }
}

export type CanvasTools = ReturnType<typeof useCanvasTools>
