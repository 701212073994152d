import type { Constant } from '@plinth/contract'
import type { Json, Results } from '../execution/execution.ts'
import type { Graph } from '../graph/graph.ts'
import { inputsOf } from '../graph/handles.ts'

/** Values that an expression of one node can read, from the last run. */
export interface Scope {
  /** Labels of upstream nodes, nearest first. */
  upstream: readonly string[]
  results: Results
  /** Undefined until a run has provided it. */
  input: Json | undefined
  trigger: Json | undefined
  constants: readonly Pick<Constant, 'key' | 'value' | 'secret'>[]
}

/** All upstream nodes, nearest first. */
function ancestors({ connections }: Graph, nodeId: string): string[] {
  const found = new Set<string>()
  let ring = [nodeId]
  while (ring.length > 0) {
    const reached = new Set(ring)
    const before = connections
      .filter(({ target }) => reached.has(target))
      .map(({ source }) => source)
    ring = [...new Set(before)].filter((id) => !found.has(id) && id !== nodeId)
    for (const id of ring) found.add(id)
  }
  return [...found]
}

function resultOf(results: Results, label: string | undefined): Json | undefined {
  return label !== undefined && Object.hasOwn(results, label) ? results[label] : undefined
}

interface ScopeOptions {
  graph: Graph
  nodeId: string
  results: Results
  constants: Scope['constants']
}

function inputOf({ graph, nodeId, results }: ScopeOptions): Json | undefined {
  const node = graph.nodes.find(({ id }) => id === nodeId)
  const labels = new Map(graph.nodes.map(({ id, data }) => [id, data.label]))
  const into = graph.connections.filter(({ target }) => target === nodeId)
  const inputs = node ? inputsOf(node.data.definition) : []
  const valueAt = (handle: string) =>
    into
      .filter(({ targetHandle }) => targetHandle === handle)
      .map(({ source }) => resultOf(results, labels.get(source)))
      .find((value) => value !== undefined)
  if (inputs.length === 1) return valueAt(inputs[0]?.id ?? '')
  const known = inputs.flatMap(({ id }) => {
    const value = valueAt(id)
    return value === undefined ? [] : [[id, value] as const]
  })
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

export function expressionScopeOf(options: ScopeOptions): Scope {
  const { graph, nodeId, results, constants } = options
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const before = ancestors(graph, nodeId).flatMap((id) => byId.get(id) ?? [])
  const triggers = before.filter(({ data }) => inputsOf(data.definition).length === 0)
  return {
    upstream: before.map(({ data }) => data.label),
    results,
    input: inputOf(options),
    trigger: triggers
      .map(({ data }) => resultOf(results, data.label))
      .find((value) => value !== undefined),
    constants,
  }
}
