import type { Credential } from '@plinth/contract'
import { useReactFlow } from '@xyflow/react'
import { useCallback, useState } from 'react'
import { usePaletteActions } from '../../state/palette-actions.ts'
import { modKey } from '../../ui/primitives/kbd.tsx'
import { useTidyUp } from './canvas/use-tidy-up.ts'
import type { Editor } from './editor/create-editor.ts'
import { selectOnly } from './editor/selection.ts'
import { useClipboard } from './editor/use-clipboard.ts'
import { useGoTo } from './editor/use-go-to.ts'
import type { WorkflowActions } from './editor/use-workflow-actions.ts'
import { COLUMN_STEP, findNode, NODE_HEIGHT, NODE_WIDTH, START_ZOOM } from './graph/graph.ts'
import { notesOf } from './graph/notes.ts'
import { toggleActive } from './graph/toggle-active.ts'
import type { CanvasActs } from './menus/use-canvas-menu.tsx'
import { workflowEditorStrings as strings } from './strings/editor-strings.ts'
import { useEditorKeys } from './use-editor-keys.ts'

const MOVE_MS = 150
const FIRST_INDENT = 40
const FIRST_TOP = 60

function canvasBox(): DOMRect {
  return document.querySelector('[data-canvas]')?.getBoundingClientRect() ?? new DOMRect()
}

function sizeOfView() {
  const { width, height } = canvasBox()
  return { width, height }
}

/** How many nodes fit beside each other in the view that a workflow opens with. */
function columnsInView(): number {
  const room = canvasBox().width / START_ZOOM - FIRST_INDENT
  return Math.max(2, Math.floor((room + COLUMN_STEP - NODE_WIDTH) / COLUMN_STEP))
}

/** The visible part of the canvas, in canvas coordinates. */
function useView() {
  const flow = useReactFlow()
  return useCallback(() => {
    const box = canvasBox()
    const { x: left, y: top } = flow.screenToFlowPosition({ x: box.left, y: box.top })
    const { x: right, y: bottom } = flow.screenToFlowPosition({ x: box.right, y: box.bottom })
    return { left, top, right, bottom }
  }, [flow])
}

/** Default position of a new node: the first at the upper left, others in the middle of the view. */
function useDefaultPosition(editor: Editor) {
  const view = useView()
  return useCallback(() => {
    const { left, top, right, bottom } = view()
    // Rows grow downwards from the first node.
    if (editor.content().nodes.length === 0) return { x: left + FIRST_INDENT, y: top + FIRST_TOP }
    return { x: (left + right - NODE_WIDTH) / 2, y: (top + bottom - NODE_HEIGHT) / 2 }
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
    viewSize: sizeOfView,
    onDone: tidied,
  })
  const knowsCredential = (id: string) => options.credentials?.some((one) => one.id === id) ?? true
  useClipboard({
    editor,
    centre: defaultPosition,
    knowsCredential,
    onCopied: (count) => announce(strings.canvas.copied(count)),
    onPasted: (count) => announce(strings.canvas.pasted(count)),
  })
  const hasNodes = () => editor.get().selection.nodes.size > 0
  const acts: CanvasActs = {
    duplicate: () => (hasNodes() ? editor.duplicate() : undefined),
    selectAll: editor.selectAll,
    remove: editor.removeSelected,
    rename: () => {
      const [first = ''] = editor.get().selection.nodes
      const isNote = notesOf(editor.content()).some(({ id }) => id === first)
      if (isNote) editor.editNote(first)
      else document.querySelector<HTMLInputElement>('[data-field=node-label]')?.select()
    },
    addNote: (at) => editor.addNote(at ?? defaultPosition()),
    toggleActive: () => {
      const { nodes } = editor.get().selection
      if (nodes.size > 0) editor.edit((content) => toggleActive(content, nodes))
    },
    addNode: () => {
      const { connection } = editor.get().selection
      if (connection !== undefined) editor.place({ kind: 'on', connectionId: connection })
      openPalette()
    },
    paste: (text, at) => {
      const count = editor.paste(text, { at, knowsCredential })
      if (count > 0) announce(strings.canvas.pasted(count))
    },
    runPart: actions.runPart,
    fit,
    tidyUp,
    find: () => setFinding(true),
  }
  useEditorKeys({
    ...acts,
    save: actions.saving.save,
    execute: () => actions.run(),
    undo: editor.undo,
    redo: editor.redo,
    clear: () => {
      editor.place(undefined)
      editor.select(selectOnly())
    },
  })
  usePaletteActions([
    { label: strings.bar.save, keys: modKey('S'), run: actions.saving.save },
    { label: strings.bar.execute, keys: modKey('Enter'), run: () => actions.run() },
    { label: strings.canvas.find, keys: 'F', run: () => setFinding(true) },
    { label: strings.canvas.tidy, keys: 'T', run: tidyUp },
    { label: strings.canvas.fit, keys: '1', run: fit },
  ])
  const select = useGoTo(editor)
  const goTo = (nodeId: string) => {
    setFinding(false)
    select(nodeId)
  }
  return {
    defaultPosition,
    columnsInView,
    reveal,
    tidyUp,
    isArranging,
    isFinding,
    setFinding,
    goTo,
    acts,
  }
}

export type CanvasTools = ReturnType<typeof useCanvasTools>
