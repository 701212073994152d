import { Graph, layout } from '@dagrejs/dagre'
import { type DiagramGraph, TABLE_NODE_WIDTH } from './diagram-graph.ts'

export type TablePositions = Record<string, { x: number; y: number }>

const GAP = 30
const RANK_GAP = 76

/** Places tables without relations in rows below the others, instead of one long column. */
function placeLoose(tables: DiagramGraph['tables'], top: number): TablePositions {
  const perRow = Math.max(4, Math.ceil(Math.sqrt(tables.length * 2)))
  const places: TablePositions = {}
  let y = top
  for (let at = 0; at < tables.length; at += perRow) {
    const row = tables.slice(at, at + perRow)
    for (const [column, { id }] of row.entries()) {
      places[id] = { x: column * (TABLE_NODE_WIDTH + GAP * 2), y }
    }
    y += Math.max(...row.map(({ height }) => height)) + GAP
  }
  return places
}

/** A position for every table, left to right along the relations. */
export function layoutTables({ tables, relations }: DiagramGraph): TablePositions {
  const related = new Set(
    relations.flatMap(({ source, target }) => (source === target ? [] : [source, target])),
  )
  const graph = new Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', nodesep: GAP, ranksep: RANK_GAP })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, height } of tables) {
    if (related.has(id)) graph.setNode(id, { width: TABLE_NODE_WIDTH, height })
  }
  for (const { id, source, target } of relations) {
    if (source !== target) graph.setEdge(source, target, {}, id)
  }
  if (related.size > 0) layout(graph)
  const places: TablePositions = {}
  let bottom = 0
  for (const { id, height } of tables) {
    if (!related.has(id)) continue
    const { x, y } = graph.node(id)
    places[id] = { x: x - TABLE_NODE_WIDTH / 2, y: y - height / 2 }
    bottom = Math.max(bottom, y + height / 2 + GAP * 2)
  }
  const loose = tables.filter(({ id }) => !related.has(id))
  return { ...places, ...placeLoose(loose, bottom) }
}
