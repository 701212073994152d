import type { NodeDefinition, WorkflowNode } from '@plinth/contract'
import { type Graph, NODE_HEIGHT, NODE_WIDTH, type NodePosition, SNAP } from './graph.ts'
import { labelsOf, uniqueLabel } from './unique-label.ts'

const GAP = 40
const NEXT_BELOW = NODE_HEIGHT + GAP - 4

/** The node's name and a timestamp, made unique among the taken ids. */
export function newNodeId(name: string, { now, taken }: { now: number; taken: Set<string> }) {
  let time = now
  while (taken.has(`${name}-${time}`)) time += 1
  return `${name}-${time}`
}

function defaultsOf(definition: NodeDefinition): WorkflowNode['data']['parameters'] {
  const properties = Object.values(definition.input_schemas).flatMap((group) =>
    Object.entries(group),
  )
  return Object.fromEntries(
    properties.flatMap(([name, property]) =>
      property.default === undefined ? [] : [[name, structuredClone(property.default)]],
    ),
  )
}

function snapped({ x, y }: NodePosition): NodePosition {
  return { x: Math.round(x / SNAP) * SNAP, y: Math.round(y / SNAP) * SNAP }
}

/** The wanted position, or the next free one below it in steps of that height. */
export function freePosition(graph: Graph, wanted: NodePosition, step = NEXT_BELOW): NodePosition {
  const place = snapped(wanted)
  const isTaken = ({ x, y }: NodePosition) =>
    graph.nodes.some(
      ({ position }) =>
        Math.abs(position.x - x) < NODE_WIDTH && Math.abs(position.y - y) < NODE_HEIGHT + GAP / 2,
    )
  while (isTaken(place)) place.y += step
  return place
}

interface NewNode {
  definition: NodeDefinition
  position: NodePosition
  now: number
}

/** A new node from a palette definition, with a unique label. */
export function newNode(graph: Graph, { definition, position, now }: NewNode): WorkflowNode {
  const taken = new Set(graph.nodes.map(({ id }) => id))
  return {
    id: newNodeId(definition.name, { now, taken }),
    type: 'custom',
    position: snapped(position),
    data: {
      definition,
      active: true,
      parameters: defaultsOf(definition),
      credentials: {},
      label: uniqueLabel(definition.display_name, labelsOf(graph)),
      isDisabled: false,
    },
  }
}
