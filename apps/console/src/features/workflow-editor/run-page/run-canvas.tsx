import {
  Background,
  BackgroundVariant,
  Controls,
  type EdgeTypes,
  type NodeTypes,
  ReactFlow,
} from '@xyflow/react'
import { useEffect, useMemo, useState } from 'react'
import '../../../ui/layout/flow-canvas.css'
import '../canvas/canvas.css'
import { type CardNode, heightOf, useCards, useLines } from '../canvas/flow-nodes.ts'
import { selectOnly } from '../editor/selection.ts'
import type { NodeStates } from '../execution/node-states.ts'
import { type Graph, moveNodes } from '../graph/graph.ts'
import { runPageStrings } from '../strings/run-page-strings.ts'
import { RunCard } from './run-card.tsx'
import { RunLine } from './run-line.tsx'

const NODE_TYPES: NodeTypes = { custom: RunCard }
const EDGE_TYPES: EdgeTypes = { connection: RunLine }
const NO_RESULTS = {}
const NO_LINE = { selected: undefined, focused: undefined }
const FIT = { maxZoom: 1, padding: 0.15 }
const MANY = 60
/** A usual size of this canvas; the view is fitted to what it shows. */
const VIEW = { width: 900, height: 600 }

interface RunCanvasProps {
  graph: Graph
  /** Whether node positions were recorded with the run. */
  isPlaced: boolean
  states: NodeStates
  selected: string | undefined
  onSelect: (nodeId: string) => void
}

/** Lays out a graph without recorded positions; the layout code is loaded only when needed. */
function usePlaced(graph: Graph, isPlaced: boolean): Graph | undefined {
  const [arranged, setArranged] = useState<Graph>()
  useEffect(() => {
    if (isPlaced) return
    let isCancelled = false
    import('../graph/layout-graph.ts').then(({ layoutGraph }) => {
      const nodes = graph.nodes.map((node) => ({ id: node.id, height: heightOf(node) }))
      const places = layoutGraph({ nodes, connections: [...graph.connections], view: VIEW })
      if (!isCancelled) setArranged(moveNodes(graph, places))
    })
    return () => {
      isCancelled = true
    }
  }, [graph, isPlaced])
  return isPlaced ? graph : arranged
}

function Drawing({ graph, states, selected, onSelect }: Omit<RunCanvasProps, 'isPlaced'>) {
  const selection = useMemo(() => selectOnly(...(selected ? [selected] : [])), [selected])
  const cards = useCards({
    graph,
    selection,
    results: NO_RESULTS,
    states,
    areResultsShown: false,
    moving: undefined,
  })
  const lines = useLines(graph, NO_LINE)
  return (
    <ReactFlow<CardNode>
      className="workflow-canvas"
      nodes={cards}
      edges={lines}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      fitView
      fitViewOptions={FIT}
      minZoom={0.2}
      maxZoom={1.5}
      nodesDraggable={false}
      nodesConnectable={false}
      // Keyboard users reach the nodes through the list.
      nodesFocusable={false}
      edgesFocusable={false}
      deleteKeyCode={null}
      onlyRenderVisibleElements={cards.length > MANY}
      zoomOnDoubleClick={false}
      attributionPosition="top-right"
      onNodeClick={(_, { id }) => onSelect(id)}
    >
      <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} />
      <Controls showInteractive={false} fitViewOptions={FIT} />
    </ReactFlow>
  )
}

/** The workflow as it was run, with the status of every node. */
export function RunCanvas({ graph, isPlaced, ...rest }: RunCanvasProps) {
  const placed = usePlaced(graph, isPlaced)
  return (
    <section aria-label={runPageStrings.canvas} className="relative min-h-0 flex-1">
      {placed ? <Drawing graph={placed} {...rest} /> : null}
    </section>
  )
}
