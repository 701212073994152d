import { createHash } from 'node:crypto'
import { type Canvas, WorkflowSettings } from '@plinth/contract'
import { chooseStarts, type Graph, type Plan, planWalk, readGraph } from '@plinth/engine'
import { invalid } from '../http/refusal.ts'

/** What a run does, whatever happens to its workflow meanwhile. */
interface RunContent {
  graph: Graph
  starts: string[]
  settings: WorkflowSettings
}

/** A graph as it is kept: equal ones once. */
export function graphText(content: RunContent): { digest: string; content: string } {
  const text = JSON.stringify(content)
  return { digest: createHash('sha256').update(text).digest('base64url'), content: text }
}

/** Reads a canvas as something to run; what keeps it from running is said, each with its place. */
export function readContent(
  canvas: Canvas,
  trigger: string | undefined,
): { digest: string; content: string; graph: Graph; starts: string[] } {
  const { graph, issues } = readGraph(canvas.nodes, canvas.connections)
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
  const chosen = chooseStarts(graph, trigger)
  if ('issue' in chosen) throw invalid([chosen.issue])
  const planned = planWalk(graph, chosen.starts)
  if (planned.issues.length > 0) throw invalid(planned.issues.slice(0, 100))
  const { starts } = chosen
  return { ...graphText({ graph, starts, settings: canvas.settings }), graph, starts }
}

export interface OpenContent {
  plan: Plan
  settings: WorkflowSettings
}

/** Takes stored content up again. */
export function openContent(text: string): OpenContent {
  const { graph, starts, settings } = JSON.parse(text) as RunContent
  return { plan: planWalk(graph, starts).plan, settings: WorkflowSettings.parse(settings) }
}
