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
  const content: RunContent = { graph, starts: chosen.starts, settings: canvas.settings }
  const text = JSON.stringify(content)
  const digest = createHash('sha256').update(text).digest('base64url')
  return { digest, content: text, graph, starts: chosen.starts }
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
