import { createHash } from 'node:crypto'
import { type Canvas, RunGraph, WorkflowSettings } from '@plinth/contract'
import { chooseStarts, type Graph, type Json, type Plan, planRun, readGraph } from '@plinth/engine'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { UnreadableRun } from '../../../foundation/durable/run-host.ts'
import { invalid } from '../../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import { findGraph } from './run-store.ts'

const MAX_OPEN = 200

const StoredNode = z.object({
  id: z.string(),
  kind: z.string(),
  label: z.string(),
  active: z.boolean(),
  parameters: z.record(z.string(), z.custom<Json>()),
  credentials: z.record(z.string(), z.string()),
  pinned: z.custom<Json>().exactOptional(),
})

/** What a run shows of its graph. */
const DrawnContent = z.object({
  graph: z.object({ nodes: z.array(StoredNode), wires: RunGraph.shape.wires }),
  starts: z.array(z.string()),
  /** Positions of the nodes, for drawing the run. */
  places: z.record(z.string(), z.object({ x: z.number(), y: z.number() })).exactOptional(),
})

/** What a run executes, independent of later changes to its workflow. */
const RunContent = DrawnContent.extend({ settings: WorkflowSettings })
type RunContent = z.infer<typeof RunContent>

const GRAPH = 'graph of a run'

/** Reads stored data of a run; `what` names it in the sentence that users read if it is damaged. */
export function readRunData<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    const message = `The ${what} is damaged in the database, so the run cannot go on. Start the workflow again.`
    throw new UnreadableRun(message, { cause })
  }
}

/** Only a test run uses pinned data. */
function pinnedIn({ nodes }: Canvas): Map<string, Json> {
  return new Map(
    nodes.flatMap(({ id, data }) =>
      data.pinned === undefined ? [] : [[id, data.pinned as Json] as const],
    ),
  )
}

/** Serialises a graph; equal graphs have equal digests and are stored once. */
export function graphText(content: RunContent): { digest: string; content: string } {
  // No run reads notes or tags, so a changed one is no other graph.
  const { notes: _notes, tags: _tags, ...settings } = content.settings
  const text = JSON.stringify({ ...content, settings })
  return { digest: createHash('sha256').update(text).digest('base64url'), content: text }
}

/** Turns a canvas into something to run; throws 422 with every problem and its location. */
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

export function openContent(text: string): OpenContent {
  const { graph, starts, settings } = readRunData(GRAPH, () => readStored(RunContent, text, GRAPH))
  return { plan: planRun(graph, starts).plan, settings }
}

/** The contents of graphs that ran lately: a graph is parsed and planned once, not for every run of it. */
const opened = new LRUCache<string, OpenContent>({ max: MAX_OPEN })

/** What a run executes; undefined if its graph was deleted. It never changes, so every attempt gets the same. */
export async function loadContent(
  on: Queryable,
  graph: { projectId: string; digest: string },
): Promise<OpenContent | undefined> {
  const key = `${graph.projectId}/${graph.digest}`
  const known = opened.get(key)
  if (known) return known
  const text = await findGraph(on, graph)
  if (text === undefined) return undefined
  const content = openContent(text)
  opened.set(key, content)
  return content
}

export function toRunGraph(text: string): RunGraph {
  const { graph, starts, places } = readStored(DrawnContent, text, GRAPH)
  const nodes = graph.nodes.map(({ id, kind, label, active, parameters }) => {
    return { id, kind, label, active, parameters, position: places?.[id] ?? null }
  })
  return { nodes, wires: graph.wires, starts }
}

/** The id of the trigger that started the run, if one did. */
export function triggerOf(text: string): string | undefined {
  const { graph, starts } = readStored(DrawnContent, text, GRAPH)
  const [only] = starts
  const node = graph.nodes.find(({ id }) => id === only)
  return starts.length === 1 && node?.kind.startsWith('trigger-') ? node.id : undefined
}
