import type { Connection, WorkflowNode } from '@plinth/contract'
import type { Json } from '../node/json.ts'
import { definitionOf } from '../nodes/all-definitions.ts'
import { RUNNING_KINDS } from '../nodes/node-definitions.ts'
import { findCircle } from './find-circle.ts'
import type { Graph, GraphIssue, GraphNode, Wire } from './graph.ts'

type Pins = ReadonlyMap<string, Json>

function readNode({ id, data }: WorkflowNode, pins: Pins): GraphNode {
  const kind = data.definition.name
  // With several outputs, a pinned value does not determine the output to take.
  const hasOneOutput = definitionOf(kind)?.connection_config.outputs.types.length === 1
  const pinned = hasOneOutput ? pins.get(id) : undefined
  return {
    id,
    kind,
    label: data.label,
    active: data.active && !data.isDisabled,
    parameters: data.parameters as { [name: string]: Json },
    credentials: data.credentials,
    ...(pinned === undefined ? {} : { pinned }),
  }
}

function checkNodes(nodes: readonly GraphNode[]): GraphIssue[] {
  const ids = new Set<string>()
  const labels = new Set<string>()
  return nodes.flatMap((node, index) => {
    const issues: GraphIssue[] = []
    const report = (message: string) => issues.push({ path: `nodes.${index}`, message })
    if (ids.has(node.id)) report(`Two nodes have the id "${node.id}".`)
    if (labels.has(node.label))
      report(`Two nodes are called "${node.label}"; give one another label.`)
    if (!RUNNING_KINDS.has(node.kind)) report(`"${node.label}" is of a kind that cannot run.`)
    ids.add(node.id)
    labels.add(node.label)
    return issues
  })
}

/** Name of a handle without its type prefix. */
function bare(type: string): string {
  return type.split(':')[0] ?? type
}

function handleOf(value: string | null, types: readonly string[]): string | undefined {
  if (value === null) return types[0] === undefined ? undefined : bare(types[0])
  const type = types.find((type) => type === value || bare(type) === value)
  return type === undefined ? undefined : bare(type)
}

function readWires(
  connections: readonly Connection[],
  nodes: readonly GraphNode[],
): { wires: Wire[]; issues: GraphIssue[] } {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const wires: Wire[] = []
  const issues: GraphIssue[] = []
  for (const [index, { source, target, sourceHandle, targetHandle }] of connections.entries()) {
    const from = definitionOf(byId.get(source)?.kind ?? '')
    const to = definitionOf(byId.get(target)?.kind ?? '')
    const output = from && handleOf(sourceHandle, from.connection_config.outputs.types)
    const input = to && handleOf(targetHandle, to.connection_config.inputs.types)
    if (output === undefined || input === undefined) {
      issues.push({ path: `edges.${index}`, message: 'This connection leads nowhere; remove it.' })
    } else wires.push({ source, output, target, input })
  }
  return { wires, issues }
}

/** Converts a canvas and its pinned outputs to a graph, and lists the issues that prevent execution. */
export function readGraph(
  nodes: readonly WorkflowNode[],
  connections: readonly Connection[],
  pins: Pins = new Map(),
): { graph: Graph; issues: GraphIssue[] } {
  const read = nodes.map((node) => readNode(node, pins))
  const { wires, issues } = readWires(connections, read)
  const graph = { nodes: read, wires }
  const circle = findCircle(graph)
  const round = circle
    ? [{ path: 'edges', message: `These nodes form a cycle: ${circle.join(' → ')}.` }]
    : []
  return { graph, issues: [...checkNodes(read), ...issues, ...round] }
}
