import type { WorkflowNode } from '@plinth/contract'
import type { Graph } from './graph.ts'

type Json = WorkflowNode['data']['parameters'][string]

const REFERENCE = /\$node\[\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\]/g

function readQuoted(quoted: string): string {
  if (quoted.startsWith("'")) return quoted.slice(1, -1).replace(/\\(.)/g, '$1')
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted.slice(1, -1)
  }
}

function renameInText(text: string, renames: ReadonlyMap<string, string>): string {
  if (!text.includes('$node')) return text
  return text.replace(REFERENCE, (whole, quoted: string) => {
    const next = renames.get(readQuoted(quoted))
    return next === undefined ? whole : `$node[${JSON.stringify(next)}]`
  })
}

function renameInValue(value: Json, renames: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return renameInText(value, renames)
  if (Array.isArray(value)) {
    const next = value.map((one) => renameInValue(one, renames))
    return next.every((one, at) => one === value[at]) ? value : next
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    ([key, one]) => [key, renameInValue(one, renames)] as const,
  )
  return entries.every(([key, one]) => one === value[key]) ? value : Object.fromEntries(entries)
}

/** Updates `$node["…"]` references in a node after labels have changed. */
export function renameInNode(
  node: WorkflowNode,
  renames: ReadonlyMap<string, string>,
): WorkflowNode {
  const parameters = renameInValue(node.data.parameters, renames) as typeof node.data.parameters
  return parameters === node.data.parameters
    ? node
    : { ...node, data: { ...node.data, parameters } }
}

/** Renames a node and updates references to it. */
export function renameLabel<G extends Graph>(
  graph: G,
  { nodeId, label }: { nodeId: string; label: string },
): G {
  const node = graph.nodes.find(({ id }) => id === nodeId)
  if (!node || node.data.label === label) return graph
  const renames = new Map(node.data.label === '' ? [] : [[node.data.label, label]])
  const nodes = graph.nodes.map((one) => {
    const followed = renameInNode(one, renames)
    return one.id === nodeId ? { ...followed, data: { ...followed.data, label } } : followed
  })
  return { ...graph, nodes }
}
