import type { Column, Table, WorkflowNode } from '@plinth/contract'
import { passesInputOn } from '../data/passing-kinds.ts'
import type { Json, Results } from '../execution/execution.ts'
import { findTable } from '../graph/find-table.ts'
import type { Graph } from '../graph/graph.ts'
import { sampleOf } from '../graph/sample-of.ts'
import { readEntries } from './read-entries.ts'

interface ExpectedOptions {
  graph: Graph
  tables: readonly Table[]
  /** Known outputs, which are better than expected ones. */
  results: Results
}

const EXAMPLES: Partial<Record<Column['type'], Json>> = { number: 0, checkbox: false, json: {} }

function exampleRow(table: Table): Json {
  const values = table.columns.map((column): [string, Json] => {
    const isMany = 'hasMultiple' in column.options && column.options.hasMultiple
    return [column.name, isMany ? [] : (EXAMPLES[column.type] ?? '')]
  })
  return { id: '', ...Object.fromEntries(values), createdOn: '', updatedOn: '' }
}

function databaseOutput(
  { parameters }: WorkflowNode['data'],
  tables: readonly Table[],
): Json | undefined {
  const { source = 'project', action = 'list', table } = parameters
  const found = source === 'project' ? findTable(tables, String(table ?? '')) : undefined
  if (!found || action === 'delete') return undefined
  return action === 'list' ? [exampleRow(found)] : exampleRow(found)
}

function setOutput({ parameters }: WorkflowNode['data'], input: Json | undefined) {
  const entries = readEntries(parameters.value)
  if (!entries) return undefined
  const isAdded = parameters.keep === 'input' && typeof input === 'object' && !Array.isArray(input)
  return { ...(isAdded ? input : {}), ...Object.fromEntries(entries) }
}

/** What nodes will produce, as far as their settings and the schema tell; by node id. */
export function expectedOutputs({ graph, tables, results }: ExpectedOptions) {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  const known = new Map<string, Json | undefined>()
  const inputOf = (id: string): Json | undefined => {
    const into = graph.connections.find(({ target }) => target === id)
    return into && outputOf(into.source)
  }
  const compute = ({ id, data }: WorkflowNode): Json | undefined => {
    if (Object.hasOwn(results, data.label)) return results[data.label]
    const kind = data.definition.name
    if (kind === 'database') return databaseOutput(data, tables)
    if (kind === 'http_request') return { status: 200, headers: {}, body: null }
    if (kind === 'set') return setOutput(data, inputOf(id))
    if (passesInputOn(kind)) return inputOf(id)
    return sampleOf(data, tables)
  }
  const outputOf = (id: string): Json | undefined => {
    if (known.has(id)) return known.get(id)
    // Set first, so that a cycle ends here.
    known.set(id, undefined)
    const node = byId.get(id)
    const output = node && compute(node)
    known.set(id, output)
    return output
  }
  return { outputOf, inputOf }
}
