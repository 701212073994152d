import type { NodeDefinition } from '@plinth/contract'
import {
  Background,
  BackgroundVariant,
  type Connection,
  type Edge,
  type EdgeTypes,
  type FinalConnectionState,
  type NodeTypes,
  ReactFlow,
  type ReactFlowState,
  useReactFlow,
  useStore,
  useStoreApi,
} from '@xyflow/react'
import {
  type DragEvent,
  type FocusEvent,
  type ReactNode,
  useCallback,
  useMemo,
  useState,
} from 'react'
import '../../../ui/layout/flow-canvas.css'
import { cn } from '../../../ui/primitives/cn.ts'
import { useEditorContext } from '../editor/editor-context.tsx'
import { NodeIconSymbols } from '../editor/node-kind.tsx'
import type { Results } from '../execution/execution.ts'
import type { NodeStates } from '../execution/node-states.ts'
import { mayConnect } from '../graph/connect.ts'
import { SNAP, START_ZOOM } from '../graph/graph.ts'
import { notesOf } from '../graph/notes.ts'
import { NoteCard } from '../notes/note-card.tsx'
import { useNotes } from '../notes/use-notes.ts'
import { DRAGGED_KIND } from '../palette/palette-entry.tsx'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import './canvas.css'
import { CanvasControls } from './canvas-controls.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { FarAway } from './far-away.ts'
import { FirstStep } from './first-step.tsx'
import { useCards, useLines } from './flow-nodes.ts'
import { NodeCard } from './node-card.tsx'
import { type CanvasNode, useCanvasChanges } from './use-canvas-changes.ts'

const NODE_TYPES: NodeTypes = { custom: NodeCard, note: NoteCard }
const EDGE_TYPES: EdgeTypes = { connection: ConnectionLine }
const START = { x: 0, y: 0, zoom: START_ZOOM }
const SNAP_GRID: [number, number] = [SNAP, SNAP]
const MULTI_SELECT_KEYS = ['Control', 'Meta', 'Shift']
/** Above this many nodes only visible ones are rendered. */
const MANY = 60
/**
 * Below this zoom small text is unreadable and is not rendered; the limit is higher for large
 * graphs.
 */
const FAR_ZOOM = 0.5
const FAR_ZOOM_OF_MANY = 0.6
const isFarAway = ({ transform, nodes }: ReactFlowState) =>
  transform[2] < (nodes.length > MANY ? FAR_ZOOM_OF_MANY : FAR_ZOOM)

function endsOf(wanted: Connection | Edge) {
  const { source, target, sourceHandle, targetHandle } = wanted
  return {
    source,
    target,
    sourceHandle: sourceHandle ?? null,
    targetHandle: targetHandle ?? null,
  }
}

interface CanvasProps {
  results: Results
  states: NodeStates
  definitionOf: (name: string) => NodeDefinition | undefined
  isArranging: boolean
  onTidyUp: () => void
  onFind: () => void
  /** Further controls at the lower left. */
  controls?: ReactNode
}

/** Handles drops from the palette; other drops are ignored. */
function useDrop(definitionOf: CanvasProps['definitionOf']) {
  const { editor } = useEditorContext()
  const flow = useReactFlow()
  const onDragOver = useCallback((event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAGGED_KIND)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  }, [])
  const onDrop = useCallback(
    (event: DragEvent) => {
      const definition = definitionOf(event.dataTransfer.getData(DRAGGED_KIND))
      if (!definition) return
      event.preventDefault()
      const { clientX: x, clientY: y } = event
      editor.addAt(definition, flow.screenToFlowPosition({ x, y }))
    },
    [definitionOf, editor, flow],
  )
  return { onDragOver, onDrop }
}

/** Connects by dragging. Releasing over empty canvas opens the palette at that output. */
function useConnecting() {
  const { editor, openPalette } = useEditorContext()
  const isValidConnection = useCallback(
    (wanted: Connection | Edge) => mayConnect(editor.content(), endsOf(wanted)),
    [editor],
  )
  const onConnect = useCallback((wanted: Connection) => editor.connect(endsOf(wanted)), [editor])
  const onConnectEnd = useCallback(
    (_: unknown, { fromNode, fromHandle, toNode }: FinalConnectionState) => {
      if (toNode || !fromNode || fromHandle?.type !== 'source' || !fromHandle.id) return
      editor.place({ kind: 'after', nodeId: fromNode.id, handle: fromHandle.id })
      openPalette()
    },
    [editor, openPalette],
  )
  return { isValidConnection, onConnect, onConnectEnd }
}

/** The connection that has the keyboard focus; it shows its '+' button. */
function useFocusedLine() {
  const [focused, setFocused] = useState<string>()
  const onFocus = useCallback(({ target }: FocusEvent) => {
    const line = target.closest<HTMLElement>('.react-flow__edge')
    setFocused(line?.dataset.id)
  }, [])
  const onBlur = useCallback(({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null) setFocused(undefined)
  }, [])
  return { focused, onFocus, onBlur }
}

/**
 * Disables React Flow's measuring: `useCards` provides sizes and handles, and measuring would
 * render each card twice.
 */
function useKnownSizes() {
  const store = useStoreApi()
  // Must run before the first render, because React Flow reads the function then.
  useState(() => store.setState({ updateNodeInternals: () => undefined }))
}

export function Canvas(props: CanvasProps) {
  const { editor, isReadOnly = false } = useEditorContext()
  const { draft, selection, editedNote } = editor.use()
  const graph = draft.history.present
  const { moving, ...changes } = useCanvasChanges(editor)
  const [areResultsShown, showResults] = useState(true)
  const { results, states } = props
  const cards = useCards({ graph, selection, results, states, areResultsShown, moving })
  const notes = useNotes({
    notes: notesOf(graph),
    selected: selection.nodes,
    edited: editedNote,
    moving,
  })
  const drawn = useMemo((): CanvasNode[] => [...notes, ...cards], [notes, cards])
  const { focused, ...focusing } = useFocusedLine()
  const lines = useLines(graph, { selected: selection.connection, focused })
  const drop = useDrop(props.definitionOf)
  const connecting = useConnecting()
  const [isLocked, setLocked] = useState(isReadOnly)
  const isFar = useStore(isFarAway)
  useKnownSizes()
  return (
    <section
      aria-label={strings.canvas.label}
      data-canvas=""
      className="relative min-h-0 flex-1"
      onDragOver={drop.onDragOver}
      onDrop={drop.onDrop}
      {...focusing}
    >
      <NodeIconSymbols />
      <FarAway value={isFar}>
        <ReactFlow<CanvasNode>
          className={cn('workflow-canvas', isFar && 'is-far', props.isArranging && 'is-arranging')}
          nodes={drawn}
          edges={lines}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          {...changes}
          {...connecting}
          defaultViewport={START}
          minZoom={0.2}
          maxZoom={1.5}
          snapToGrid
          snapGrid={SNAP_GRID}
          deleteKeyCode={null}
          selectionKeyCode="Shift"
          multiSelectionKeyCode={MULTI_SELECT_KEYS}
          nodesDraggable={!isLocked}
          nodesConnectable={!isLocked}
          elevateNodesOnSelect
          onlyRenderVisibleElements={cards.length > MANY}
          zoomOnDoubleClick={false}
          // The controls are at the bottom; at the top nothing lies over the attribution.
          attributionPosition="top-right"
        >
          <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} />
          <CanvasControls
            isLocked={isLocked}
            areResultsShown={areResultsShown}
            onResults={Object.keys(results).length > 0 ? showResults : undefined}
            onLock={isReadOnly ? undefined : setLocked}
            onTidyUp={isReadOnly ? undefined : props.onTidyUp}
            onFind={props.onFind}
          >
            {props.controls}
          </CanvasControls>
        </ReactFlow>
      </FarAway>
      {drawn.length === 0 && !isReadOnly ? <FirstStep /> : null}
    </section>
  )
}
