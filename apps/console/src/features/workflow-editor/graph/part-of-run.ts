import type { WorkflowNode } from '@plinth/contract'
import { ancestorsOf } from './ancestors-of.ts'
import type { Graph } from './graph.ts'
import { outputsOf } from './handles.ts'

type Json = WorkflowNode['data']['parameters'][string]

/** The node alone, everything up to it, or it and everything after it. */
export type RunPart = 'node' | 'to' | 'from'

interface PartOfRun {
  part: RunPart
  nodeId: string
  /** What nodes produced in the shown run, by node id. */
  produced: ReadonlyMap<string, Json>
}

/**
 * The graph of a test run for a part of the canvas: nodes before it are pinned to what they produced in the shown run.
 * A node with several outputs runs again, because a value does not tell which output it left by.
 */
export function partOfRun(graph: Graph, { part, nodeId, produced }: PartOfRun): Graph {
  const before = new Set(ancestorsOf(graph, nodeId))
  const isKept = (id: string) => part === 'from' || id === nodeId || before.has(id)
  const pin = (node: WorkflowNode): WorkflowNode => {
    const { data, id } = node
    const value = produced.get(id)
    const isPinnable = part !== 'to' && before.has(id) && data.pinned === undefined
    if (!isPinnable || value === undefined || outputsOf(data.definition).length !== 1) return node
    return { ...node, data: { ...data, pinned: value } }
  }
  return {
    nodes: graph.nodes.filter(({ id }) => isKept(id)).map(pin),
    connections: graph.connections.filter(({ source, target }) => isKept(source) && isKept(target)),
  }
}

/** The trigger that a part of a run starts from: the one before the node, first that of the shown run. */
export function triggerBefore(
  graph: Graph,
  { nodeId, produced }: Pick<PartOfRun, 'nodeId' | 'produced'>,
): string | undefined {
  const before = new Set([...ancestorsOf(graph, nodeId), nodeId])
  const triggers = graph.nodes.filter(
    ({ id, data }) => before.has(id) && data.active && data.definition.name.startsWith('trigger-'),
  )
  return (triggers.find(({ id }) => produced.has(id)) ?? triggers[0])?.id
}
