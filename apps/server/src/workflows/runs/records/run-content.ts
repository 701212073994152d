import { createHash } from 'node:crypto'
import { type Canvas, type RunGraph, WorkflowSettings } from '@plinth/contract'
import { chooseStarts, type Graph, type Json, type Plan, planRun, readGraph } from '@plinth/engine'
import { invalid } from '../../../foundation/http/errors/refusal.ts'

/** What a run does, whatever happens to its workflow meanwhile. */
interface RunContent {
  graph: Graph
  starts: string[]
  settings: WorkflowSettings
  /** Where each node stood, for whoever looks at the run. */
  places?: Record<string, { x: number; y: number }>
}

/** Only a test run takes what is pinned. */
function pinnedIn({ nodes }: Canvas): Map<string, Json> {
  return new Map(
    nodes.flatMap(({ id, data }) =>
      data.pinned === undefined ? [] : [[id, data.pinned as Json] as const],
    ),
  )
}

/** A graph as it is kept: equal ones once. */
export function graphText(content: RunContent): { digest: string; content: string } {
  const text = JSON.stringify(content)
  return { digest: createHash('sha256').update(text).digest('base64url'), content: text }
}

/** Reads a canvas as something to run; what keeps it from running is said, each with its place. */
export function readContent(
  canvas: Canvas,
  { trigger, isTest }: { trigger: string | undefined; isTest: boolean },
): { digest: string; content: string; graph: Graph; starts: string[] } {
  const pins = isTest ? pinnedIn(canvas) : undefined
  const { graph, issues } = readGraph(canvas.nodes, canvas.connections, pins)
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
  const chosen = chooseStarts(graph, trigger)
  if ('issue' in chosen) throw invalid([chosen.issue])
  const planned = planRun(graph, chosen.starts)
  if (planned.issues.length > 0) throw invalid(planned.issues.slice(0, 100))
  const { starts } = chosen
  const places = Object.fromEntries(canvas.nodes.map(({ id, position }) => [id, position]))
  return { ...graphText({ graph, starts, settings: canvas.settings, places }), graph, starts }
}

export interface OpenContent {
  plan: Plan
  settings: WorkflowSettings
}

/** Takes stored content up again. */
export function openContent(text: string): OpenContent {
  const { graph, starts, settings } = JSON.parse(text) as RunContent
  return { plan: planRun(graph, starts).plan, settings: WorkflowSettings.parse(settings) }
}

/** The canvas of stored content, to be drawn. */
export function toRunGraph(text: string): RunGraph {
  const { graph, starts, places } = JSON.parse(text) as RunContent
  const nodes = graph.nodes.map(({ id, kind, label, active, parameters }) => {
    return { id, kind, label, active, parameters, position: places?.[id] ?? null }
  })
  return { nodes, wires: graph.wires, starts }
}

/** The trigger that started stored content, if it was one. */
export function triggerOf(text: string): string | undefined {
  const { graph, starts } = JSON.parse(text) as RunContent
  const [only] = starts
  const node = graph.nodes.find(({ id }) => id === only)
  return starts.length === 1 && node?.kind.startsWith('trigger-') ? node.id : undefined
}
