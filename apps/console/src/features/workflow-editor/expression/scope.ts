import type { Constant, Table } from '@plinth/contract'
import type { NodeData } from '../data/node-data.ts'
import type { Json, Results } from '../execution/execution.ts'
import { ancestorsOf } from '../graph/ancestors-of.ts'
import type { Graph } from '../graph/graph.ts'
import { inputsOf } from '../graph/handles.ts'
import { expectedOutputs } from './expected-data.ts'

/** Values that an expression of one node can read, from the last run. */
export interface Scope {
  /** Labels of upstream nodes, nearest first. */
  upstream: readonly string[]
  results: Results
  /** Undefined until a run has provided it. */
  input: Json | undefined
  trigger: Json | undefined
  constants: readonly Pick<Constant, 'key' | 'value' | 'secret'>[]
  /** What the settings and the schema let expect before a run; for completion only. */
  expected?: Pick<Scope, 'input' | 'trigger' | 'results'>
}

function resultOf(results: Results, label: string | undefined): Json | undefined {
  return label !== undefined && Object.hasOwn(results, label) ? results[label] : undefined
}

interface ScopeOptions {
  graph: Graph
  nodeId: string
  data: Pick<NodeData, 'input' | 'results'>
  constants: Scope['constants']
  tables: readonly Table[]
}

export function expressionScopeOf(options: ScopeOptions): Scope {
  const { graph, nodeId, constants, tables } = options
  const { input, results } = options.data
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const before = ancestorsOf(graph, nodeId).flatMap((id) => byId.get(id) ?? [])
  const triggers = before.filter(({ data }) => inputsOf(data.definition).length === 0)
  const { outputOf, inputOf } = expectedOutputs({ graph, tables, results })
  const outputs = before.flatMap(({ id, data }) => {
    const output = outputOf(id)
    return output === undefined ? [] : [[data.label, output] as const]
  })
  const expected = Object.fromEntries(outputs)
  return {
    expected: {
      input: inputOf(nodeId),
      results: expected,
      trigger: triggers
        .map(({ data }) => resultOf(expected, data.label))
        .find((value) => value !== undefined),
    },
    upstream: before.map(({ data }) => data.label),
    results,
    input: input?.value,
    trigger: triggers
      .map(({ data }) => resultOf(results, data.label))
      .find((value) => value !== undefined),
    constants,
  }
}
