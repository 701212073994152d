import { TRIGGER_KINDS } from '../nodes/all-definitions.ts'
import type { Graph, GraphIssue } from './graph.ts'

/**
 * Start nodes of a run: the named trigger, otherwise the only trigger, otherwise every node without incoming
 * connections.
 */
export function chooseStarts(
  graph: Graph,
  trigger: string | undefined,
): { starts: string[] } | { issue: GraphIssue } {
  const triggers = graph.nodes.filter(({ kind }) => TRIGGER_KINDS.has(kind))
  if (trigger !== undefined) {
    if (triggers.some(({ id }) => id === trigger)) return { starts: [trigger] }
    return { issue: { path: 'trigger', message: 'There is no such trigger in this workflow.' } }
  }
  const active = triggers.filter(({ active }) => active)
  if (active.length > 1) {
    const labels = active.map(({ label }) => `"${label}"`).join(', ')
    return {
      issue: { path: 'trigger', message: `Choose the trigger to start from: ${labels}.` },
    }
  }
  const [only] = active
  if (only) return { starts: [only.id] }
  const entered = new Set(graph.wires.map(({ target }) => target))
  const starts = graph.nodes.filter(({ id }) => !entered.has(id)).map(({ id }) => id)
  if (starts.length > 0) return { starts }
  return { issue: { path: 'nodes', message: 'There is no node to start from.' } }
}
