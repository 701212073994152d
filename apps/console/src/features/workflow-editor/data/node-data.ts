import type { RunNode, Table, WorkflowNode } from '@plinth/contract'
import { sameJson } from '@plinth/schema'
import type { Execution, Json, Results } from '../execution/execution.ts'
import { lastRecords } from '../execution/run-results.ts'
import type { Graph } from '../graph/graph.ts'
import { inputsOf } from '../graph/handles.ts'
import { sampleOf } from '../graph/sample-of.ts'
import { passesInputOn } from './passing-kinds.ts'

/** A value that a node receives or produces, and where it comes from. */
export interface KnownValue {
  value: Json
  source: 'run' | 'pin' | 'sample'
  /** The node that is pinned or whose sample it is. */
  label: string
}

/** What is known of one node before its next run. */
export interface NodeData {
  input: KnownValue | undefined
  output: KnownValue | undefined
  /** The last attempt of the node in the shown run. */
  record: RunNode | undefined
  /** Whether the settings were changed after the shown run. */
  isStale: boolean
  /** Known outputs of all nodes by label, for expressions. */
  results: Results
}

interface NodeDataOptions {
  graph: Graph
  execution: Pick<Execution, 'records' | 'results' | 'ranWith'>
  tables: readonly Table[]
}

type Known = ReadonlyMap<string, KnownValue>

function outputOf(
  { id, data }: WorkflowNode,
  record: RunNode | undefined,
  { execution: { results }, tables }: NodeDataOptions,
): KnownValue | undefined {
  const { label } = data
  if (data.pinned !== undefined) return { value: data.pinned, source: 'pin', label }
  if (record?.status === 'succeeded' && record.nodeId === id) {
    return { value: record.output, source: 'run', label }
  }
  const result = Object.hasOwn(results, label) ? results[label] : undefined
  if (result !== undefined && record === undefined) return { value: result, source: 'run', label }
  const sample = record === undefined ? sampleOf(data, tables) : undefined
  return sample === undefined ? undefined : { value: sample, source: 'sample', label }
}

/** The outputs at each input, as the engine passes them on: a list if several arrive at one. */
function gatherInput({ graph }: NodeDataOptions, node: WorkflowNode, outputs: Known) {
  const inputs = inputsOf(node.data.definition)
  const into = graph.connections.filter(({ target }) => target === node.id)
  const at = inputs.flatMap(({ id }) => {
    const values = into
      .filter(({ targetHandle }) => targetHandle === id)
      .flatMap(({ source }) => outputs.get(source) ?? [])
    const [first] = values
    if (!first) return []
    const value = values.length === 1 ? first.value : values.map((one) => one.value)
    return [{ id, known: { ...first, value } }]
  })
  const [first] = at
  if (!first || inputs.length <= 1) return first?.known
  const value = Object.fromEntries(at.map(({ id, known }) => [id, known.value]))
  return { ...first.known, value }
}

function inputOf(
  options: NodeDataOptions,
  node: WorkflowNode,
  { outputs, record }: { outputs: Known; record: RunNode | undefined },
): KnownValue | undefined {
  if (inputsOf(node.data.definition).length === 0) return undefined
  const gathered = gatherInput(options, node, outputs)
  // A pin replaces what the run had; else the recorded input is exact, also inside a loop.
  if (record && record.origin !== 'pin' && gathered?.source !== 'pin') {
    return { value: record.input, source: 'run', label: node.data.label }
  }
  return gathered
}

/**
 * Known outputs by node id. Before a run, nodes that hand their input on produce what the node before them is known to
 * produce.
 */
function knownOutputs(options: NodeDataOptions, records: ReadonlyMap<string, RunNode>): Known {
  const { nodes } = options.graph
  const outputs = new Map<string, KnownValue>()
  const set = (id: string, known: KnownValue | undefined) => known && outputs.set(id, known)
  for (const node of nodes) set(node.id, outputOf(node, records.get(node.id), options))
  let open = nodes.filter(({ id, data }) => {
    return !outputs.has(id) && !records.has(id) && passesInputOn(data.definition.name)
  })
  for (let found = -1; found !== open.length; ) {
    found = open.length
    for (const node of open) set(node.id, gatherInput(options, node, outputs))
    open = open.filter(({ id }) => !outputs.has(id))
  }
  return outputs
}

/** Input, output and record of a node, from pins, the shown run and the samples of triggers. */
export function nodeDataOf(options: NodeDataOptions, nodeId: string): NodeData {
  const { graph, execution } = options
  const records = lastRecords(execution.records)
  const outputs = knownOutputs(options, records)
  const results = Object.fromEntries(
    graph.nodes.flatMap(({ id, data }) => {
      const known = outputs.get(id)
      return known ? [[data.label, known.value]] : []
    }),
  )
  const node = graph.nodes.find(({ id }) => id === nodeId)
  const record = records.get(nodeId)
  const ranWith = Object.hasOwn(execution.ranWith, nodeId) ? execution.ranWith[nodeId] : undefined
  const now = node?.data.parameters
  return {
    input: node && inputOf(options, node, { outputs, record }),
    output: outputs.get(nodeId),
    record,
    isStale: record !== undefined && ranWith !== undefined && !sameJson(ranWith, now),
    results,
  }
}
