import type { Connection, NodeDefinition, RunGraph, WorkflowNode } from '@plinth/contract'
import type { Graph } from '../graph/graph.ts'
import { inputsOf, outputsOf } from '../graph/handles.ts'

/** Stand-in for a node type that this server no longer has; its handles are the connected ones. */
function missingDefinition(kind: string, { id, wires }: { id: string; wires: RunGraph['wires'] }) {
  const only = (names: string[]) => [...new Set(names)]
  const definition: NodeDefinition = {
    name: kind,
    display_name: kind,
    description: '',
    category: '',
    input_schemas: {},
    connection_config: {
      inputs: { types: only(wires.filter((one) => one.target === id).map(({ input }) => input)) },
      outputs: {
        types: only(wires.filter((one) => one.source === id).map(({ output }) => output)),
      },
    },
  }
  return definition
}

/** Converts a run's graph to the canvas format. */
export function toCanvas(
  { nodes, wires }: RunGraph,
  definitionOf: (kind: string) => NodeDefinition | undefined,
): Graph {
  const drawn = nodes.map((node): WorkflowNode => {
    const { id, kind, label, active, parameters } = node
    return {
      id,
      type: 'custom',
      position: node.position ?? { x: 0, y: 0 },
      data: {
        definition: definitionOf(kind) ?? missingDefinition(kind, { id, wires }),
        active,
        parameters,
        credentials: {},
        label,
        isDisabled: false,
      },
    }
  })
  const byId = new Map(drawn.map((node) => [node.id, node.data.definition]))
  const connections = wires.map(({ source, output, target, input }): Connection => {
    const [from, to] = [byId.get(source), byId.get(target)]
    const sourceHandle = from && outputsOf(from).find(({ name }) => name === output)
    const targetHandle = to && inputsOf(to).find(({ name }) => name === input)
    return {
      id: `${source} ${output} ${target} ${input}`,
      source,
      target,
      sourceHandle: sourceHandle?.id ?? output,
      targetHandle: targetHandle?.id ?? input,
    }
  })
  return { nodes: drawn, connections }
}
