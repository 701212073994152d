import type { WorkflowNode } from '@plinth/contract'
import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react'
import { useMemo, useRef } from 'react'
import type { NodeSelection } from '../editor/selection.ts'
import type { Json, Results } from '../execution/execution.ts'
import type { NodeState, NodeStates } from '../execution/node-states.ts'
import { type Graph, NODE_HEIGHT, NODE_WIDTH, type NodePosition, SNAP } from '../graph/graph.ts'
import { findHandle, type HandleShape, inputsOf, outputsOf } from '../graph/handles.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import type { LineData } from './connection-line.tsx'

interface CardData extends Record<string, unknown> {
  node: WorkflowNode
  result: Json | undefined
  state: NodeState | undefined
  isResultShown: boolean
  /**
   * Names of the connected outputs, joined into one string so that memoised cards compare cheaply.
   */
  taken: string
}
export type CardNode = Node<CardData, 'custom'>

const INPUT_SPACING = 15
/** Each output has a '+' button; this spacing keeps them separate touch targets. */
const OUTPUT_SPACING = 28

/** The height from the specification, or more if the handles need it. */
export function heightOf(node: WorkflowNode): number {
  const { inputs, outputs } = node.data.definition.connection_config
  const longest = Math.max(
    inputs.types.length * INPUT_SPACING,
    outputs.types.length * OUTPUT_SPACING,
  )
  return Math.max(NODE_HEIGHT, Math.ceil(longest / SNAP) * SNAP)
}

interface HandlePlace {
  side: 'input' | 'output'
  count: number
  at: number
  height: number
}

/** Distance of a handle from the card's top. */
export function handleOffset({ side, count, at, height }: HandlePlace): number {
  const spacing = side === 'input' ? INPUT_SPACING : OUTPUT_SPACING
  return height / 2 + (at - (count - 1) / 2) * spacing
}

/** Size of a handle, and the distance of its centre from the card's edge: half of it sticks out. */
const HANDLE = 9
const BORDER = 1

/** Handle positions are computed, because cards are never measured. */
function handlesOf(node: WorkflowNode): NodeHandle[] {
  const height = heightOf(node)
  const { definition } = node.data
  const placeHandle = (side: HandlePlace['side']) => {
    const isInput = side === 'input'
    const middle = isInput ? BORDER : NODE_WIDTH - BORDER
    return ({ id }: HandleShape, at: number, { length: count }: readonly HandleShape[]) => ({
      id,
      type: isInput ? ('target' as const) : ('source' as const),
      position: isInput ? Position.Left : Position.Right,
      x: middle - HANDLE / 2,
      y: BORDER + handleOffset({ side, count, at, height }) - HANDLE / 2,
      width: HANDLE,
      height: HANDLE,
    })
  }
  return [
    ...inputsOf(definition).map(placeHandle('input')),
    ...outputsOf(definition).map(placeHandle('output')),
  ]
}

function newCard(
  data: CardData,
  { position, selected }: { position: NodePosition; selected: boolean },
) {
  const { node } = data
  const { label, definition, active } = node.data
  const height = heightOf(node)
  const card: CardNode = {
    id: node.id,
    type: 'custom',
    position,
    selected,
    data,
    width: NODE_WIDTH,
    height,
    measured: { width: NODE_WIDTH, height },
    handles: handlesOf(node),
    ariaLabel: strings.canvas.node(label, definition.display_name, active),
  }
  return card
}

function takenOutputs({ connections }: Graph): Map<string, string> {
  const taken = new Map<string, string>()
  for (const { source, sourceHandle } of connections) {
    taken.set(source, `${taken.get(source) ?? ''}\n${sourceHandle}\n`)
  }
  return taken
}

export function isTaken(taken: string, handle: string): boolean {
  return taken.includes(`\n${handle}\n`)
}

interface Cards {
  graph: Graph
  selection: NodeSelection
  results: Results
  states: NodeStates
  areResultsShown: boolean
  /** Current positions of nodes being dragged. */
  moving: Readonly<Record<string, NodePosition>> | undefined
}

/**
 * The nodes for React Flow. An unchanged node keeps its identity, so its card is not rendered
 * again.
 */
export function useCards(cards: Cards): CardNode[] {
  const { graph, selection, results, states, areResultsShown: isResultShown, moving } = cards
  const last = useRef(new Map<string, CardNode>())
  return useMemo(() => {
    const taken = takenOutputs(graph)
    const next = new Map<string, CardNode>()
    for (const node of graph.nodes) {
      const { id, data } = node
      const position = moving?.[id] ?? node.position
      const selected = selection.nodes.has(id)
      const result = Object.hasOwn(results, data.label) ? results[data.label] : undefined
      const state = Object.hasOwn(states, id) ? states[id] : undefined
      const outputs = taken.get(id) ?? ''
      const old = last.current.get(id)
      const isSame =
        old?.data.node === node &&
        old.position === position &&
        old.selected === selected &&
        old.data.result === result &&
        old.data.state === state &&
        old.data.isResultShown === isResultShown &&
        old.data.taken === outputs
      const card = isSame
        ? old
        : newCard({ node, result, state, isResultShown, taken: outputs }, { position, selected })
      next.set(id, card)
    }
    last.current = next
    return [...next.values()]
  }, [graph, selection.nodes, results, states, isResultShown, moving])
}

interface Lines {
  selected: string | undefined
  /** The connection that has the keyboard focus. */
  focused: string | undefined
}

/** The position of a connection's output, and its name if its node has several. */
function outputOf(source: WorkflowNode | undefined, handle: string | null) {
  const outputs = source ? outputsOf(source.data.definition) : []
  const found = findHandle(outputs, handle)
  return {
    output: outputs.length > 1 ? found?.name : undefined,
    lane: found ? outputs.indexOf(found) : 0,
  }
}

/** The edges for React Flow. */
export function useLines(graph: Graph, { selected, focused }: Lines): Edge[] {
  return useMemo(() => {
    const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
    return graph.connections.map((connection): Edge => {
      const source = nodes.get(connection.source)
      const from = source?.data.label ?? ''
      const to = nodes.get(connection.target)?.data.label ?? ''
      const data: LineData = {
        from,
        to,
        ...outputOf(source, connection.sourceHandle),
        isFocused: connection.id === focused,
      }
      return {
        ...connection,
        type: 'connection',
        selected: connection.id === selected,
        ariaLabel: strings.canvas.connection(from, to),
        data,
      }
    })
  }, [graph.nodes, graph.connections, selected, focused])
}
