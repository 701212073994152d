import { Graph as Dagre, layout } from '@dagrejs/dagre'
import { COLUMN_STEP, NODE_WIDTH, type NodePosition, SNAP, START_ZOOM } from './graph.ts'

interface Box {
  id: string
  height: number
}

/** Only what the layout needs, to keep the message to the worker small. */
export interface Outline {
  nodes: Box[]
  /** In the order of the outputs, so that the branch of the first output is the upper one. */
  connections: { id: string; source: string; target: string }[]
  /** Size of the visible canvas in pixels. */
  view: { width: number; height: number }
}

export type NodePositions = Record<string, NodePosition>

const MARGIN = 40
const NODE_GAP = 40
/** Between rows, where the lines to the next row run. */
const ROW_GAP = 80
/** Space that fitting the view leaves around the nodes. */
const FIT_PADDING = 1.1

const snap = (value: number) => Math.round(value / SNAP) * SNAP

/** A node by its column along the connections, and its top edge among parallel branches. */
interface Placed extends Box {
  column: number
  top: number
}

/** Groups nodes that are connected with each other, in the order of the nodes. */
function partsOf({ nodes, connections }: Outline): Box[][] {
  const near = new Map<string, string[]>(nodes.map(({ id }) => [id, []]))
  for (const { source, target } of connections) {
    near.get(source)?.push(target)
    near.get(target)?.push(source)
  }
  const boxes = new Map(nodes.map((node) => [node.id, node]))
  const parts: Box[][] = []
  for (const { id } of nodes) {
    if (!boxes.has(id)) continue
    const found = new Set([id])
    for (const one of found) for (const other of near.get(one) ?? []) found.add(other)
    parts.push([...found].flatMap((one) => boxes.get(one) ?? []))
    for (const one of found) boxes.delete(one)
  }
  return parts
}

/** Whether most branches of a node are above those that its earlier connections lead to. */
function isUpsideDown(placed: readonly Placed[], connections: Outline['connections']): boolean {
  const tops = new Map(placed.map(({ id, top }) => [id, top]))
  let down = 0
  for (const branches of Map.groupBy(connections, ({ source }) => source).values()) {
    const targets = branches.flatMap(({ target }) => tops.get(target) ?? [])
    for (const [at, top] of targets.slice(1).entries()) down += Math.sign(top - (targets[at] ?? 0))
  }
  return down < 0
}

/** Lays out connected nodes in one row from left to right. */
function placeInColumns(part: readonly Box[], connections: Outline['connections']): Placed[] {
  const graph = new Dagre({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', nodesep: NODE_GAP, ranksep: COLUMN_STEP - NODE_WIDTH })
  graph.setDefaultEdgeLabel(() => ({}))
  const ids = new Set(part.map(({ id }) => id))
  for (const { id, height } of part) graph.setNode(id, { width: NODE_WIDTH, height })
  for (const { id, source, target } of connections) {
    if (ids.has(source) && ids.has(target)) graph.setEdge(source, target, {}, id)
  }
  layout(graph)
  const lefts = [...new Set(part.map(({ id }) => Math.round(graph.node(id).x)))]
  const order = new Map(lefts.toSorted((one, other) => one - other).map((x, at) => [x, at]))
  const placed = part.map((box) => {
    const { x, y } = graph.node(box.id)
    return { ...box, column: order.get(Math.round(x)) ?? 0, top: y - box.height / 2 }
  })
  return isUpsideDown(placed, connections)
    ? placed.map((one) => ({ ...one, top: -one.top - one.height }))
    : placed
}

/** Breaks every row after this many columns; the rows stand below each other. */
function wrap(parts: readonly (readonly Placed[])[], columns: number) {
  const positions: NodePositions = {}
  let bottom = MARGIN
  let right = 0
  for (const part of parts) {
    const rows = Map.groupBy(part, ({ column }) => Math.floor(column / columns))
    for (const row of [...rows].toSorted(([one], [other]) => one - other).map(([, row]) => row)) {
      const first = Math.min(...row.map(({ top }) => top))
      const height = Math.max(...row.map(({ top, height: own }) => top + own)) - first
      for (const { id, column, top } of row) {
        const x = MARGIN + (column % columns) * COLUMN_STEP
        positions[id] = { x: snap(x), y: snap(bottom + top - first) }
        right = Math.max(right, x + NODE_WIDTH)
      }
      bottom = snap(bottom + height + ROW_GAP)
    }
  }
  return { positions, width: right - MARGIN, height: bottom - ROW_GAP - MARGIN }
}

/**
 * Left-to-right layout along the connections, in rows that wrap where the whole graph is shown
 * largest. Nodes without a connection share rows of their own.
 */
export function layoutGraph(outline: Outline): NodePositions {
  const parts = partsOf(outline)
  const joined = parts
    .filter(({ length }) => length > 1)
    .map((part) => placeInColumns(part, outline.connections))
  const single = parts.filter(({ length }) => length === 1).flat()
  const all = [...joined, single.map((box, column) => ({ ...box, column, top: 0 }))]
  const longest = Math.max(1, ...all.flat().map(({ column }) => column + 1))
  let best = wrap(all, longest)
  const zoomOf = ({ width, height }: { width: number; height: number }) =>
    Math.min(
      // Text is readable from here on, and fewer rows are better than larger text.
      START_ZOOM,
      outline.view.width / (width * FIT_PADDING),
      outline.view.height / (height * FIT_PADDING),
    )
  for (let columns = longest - 1; columns > 0; columns -= 1) {
    const other = wrap(all, columns)
    if (zoomOf(other) > zoomOf(best)) best = other
  }
  return best.positions
}
