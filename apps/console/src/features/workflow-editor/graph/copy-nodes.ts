import { Connection, WorkflowNode } from '@plinth/contract'
import * as z from 'zod'
import { newConnectionId } from './connect.ts'
import { type Graph, type NodePosition, SNAP } from './graph.ts'
import { newNodeId } from './new-node.ts'
import { renameInNode } from './rename-label.ts'
import { labelsOf, uniqueLabel } from './unique-label.ts'

/** Same format as Copy and Import in the workflow list. */
const Copied = z.object({
  nodes: z.preprocess(parseText, z.array(WorkflowNode).min(1).max(2000)),
  connections: z.preprocess(parseText, z.array(Connection).max(10_000)),
})

function parseText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** Nodes and the connections between them, as clipboard text. */
export function printCopy(graph: Graph & { name: string }, ids: ReadonlySet<string>): string {
  const nodes = graph.nodes.filter(({ id }) => ids.has(id))
  const connections = graph.connections.filter(
    ({ source, target }) => ids.has(source) && ids.has(target),
  )
  return JSON.stringify(
    { name: graph.name, nodes, connections, settings: {}, active: false },
    null,
    2,
  )
}

/** Parses nodes from clipboard text; undefined for other text. */
export function readCopy(text: string): Graph | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  const copied = Copied.safeParse(parseText(text))
  return copied.success ? copied.data : undefined
}

interface Paste {
  copied: Graph
  now: number
  /** Position of the top left corner; without it, slightly offset from the original. */
  at?: NodePosition
  /** Credentials of another project are dropped. */
  knowsCredential: (id: string) => boolean
}

/** Offsets repeated pastes so that they do not overlap. */
function freeShift(graph: Graph, paste: Paste): NodePosition {
  const taken = new Set(graph.nodes.map(({ position }) => `${position.x} ${position.y}`))
  const { x, y } = shiftOf(paste)
  const isTaken = (more: number) =>
    paste.copied.nodes.some(({ position }) =>
      taken.has(`${position.x + x + more} ${position.y + y + more}`),
    )
  let more = 0
  while (isTaken(more)) more += SNAP * 4
  return { x: x + more, y: y + more }
}

function shiftOf({ copied, at }: Paste): NodePosition {
  if (!at) return { x: SNAP * 4, y: SNAP * 4 }
  const left = Math.min(...copied.nodes.map(({ position }) => position.x))
  const top = Math.min(...copied.nodes.map(({ position }) => position.y))
  const snap = (value: number) => Math.round(value / SNAP) * SNAP
  return { x: snap(at.x - left), y: snap(at.y - top) }
}

function newNames(graph: Graph, { copied, now }: Paste) {
  const takenIds = new Set(graph.nodes.map(({ id }) => id))
  const takenLabels = labelsOf(graph)
  const ids = new Map<string, string>()
  const labels = new Map<string, string>()
  for (const { id, data } of copied.nodes) {
    const nextId = newNodeId(data.definition.name, { now, taken: takenIds })
    const nextLabel = uniqueLabel(data.label, takenLabels)
    takenIds.add(nextId)
    takenLabels.add(nextLabel)
    ids.set(id, nextId)
    labels.set(data.label, nextLabel)
  }
  return { ids, labels }
}

function pasteConnections<G extends Graph>(graph: G, pasted: Graph['connections']): G {
  const taken = new Set(graph.connections.map(({ id }) => id))
  const fresh = pasted.map((connection) => {
    const id = newConnectionId(taken, connection)
    taken.add(id)
    return { ...connection, id }
  })
  return { ...graph, connections: [...graph.connections, ...fresh] }
}

/** Adds copied nodes with new ids and labels, and returns the new ids. */
export function pasteNodes<G extends Graph>(
  graph: G,
  paste: Paste,
): { graph: G; ids: Set<string> } {
  const { ids, labels } = newNames(graph, paste)
  const shift = freeShift(graph, paste)
  const nodes = paste.copied.nodes.map((node) => {
    const { position, data } = renameInNode(node, labels)
    const credentials = Object.fromEntries(
      Object.entries(data.credentials).filter(([, id]) => paste.knowsCredential(id)),
    )
    return {
      ...node,
      id: ids.get(node.id) ?? node.id,
      position: { x: position.x + shift.x, y: position.y + shift.y },
      data: { ...data, credentials, label: labels.get(data.label) ?? data.label },
    }
  })
  const connections = paste.copied.connections.flatMap((connection) => {
    const source = ids.get(connection.source)
    const target = ids.get(connection.target)
    return source && target ? [{ ...connection, source, target }] : []
  })
  const placed = { ...graph, nodes: [...graph.nodes, ...nodes] }
  return { graph: pasteConnections(placed, connections), ids: new Set(ids.values()) }
}
