import type { NodeDefinition, WorkflowNode } from '@plinth/contract'
import type { Graph } from '../graph/graph.ts'

/** The server's current definition of a kind; undefined for a kind that it does not have. */
export type DefinitionOf = (kind: string) => NodeDefinition | undefined

function knownParameters({ input_schemas }: NodeDefinition): Set<string> {
  const properties = Object.values(input_schemas).flatMap((group) => Object.entries(group))
  const isParameter = ([, { ui }]: (typeof properties)[number]) =>
    ui.component !== 'credential-selector'
  return new Set(properties.filter(isParameter).map(([name]) => name))
}

/** Names of the parameters that the server refuses when they are new. */
export function unknownParameters(
  { parameters }: WorkflowNode['data'],
  definition: NodeDefinition | undefined,
): string[] {
  if (!definition) return []
  const known = knownParameters(definition)
  return Object.keys(parameters).filter((name) => !known.has(name))
}

/** The data without unknown parameters; the same value if it has none. */
export function withoutUnknown(
  data: WorkflowNode['data'],
  definition: NodeDefinition | undefined,
): WorkflowNode['data'] {
  const unknown = new Set(unknownParameters(data, definition))
  if (unknown.size === 0) return data
  const left = Object.entries(data.parameters).filter(([name]) => !unknown.has(name))
  return { ...data, parameters: Object.fromEntries(left) }
}

/** Removes the unknown parameters of all nodes; the graph stays the same if there are none. */
export function removeUnknownParameters<G extends Graph>(graph: G, definitionOf: DefinitionOf): G {
  const nodes = graph.nodes.map((node) => {
    const data = withoutUnknown(node.data, definitionOf(node.data.definition.name))
    return data === node.data ? node : { ...node, data }
  })
  return nodes.every((node, at) => node === graph.nodes[at]) ? graph : { ...graph, nodes }
}
