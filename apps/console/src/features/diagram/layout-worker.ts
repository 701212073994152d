import type { DiagramGraph } from './diagram-graph.ts'
import { layoutTables } from './layout-tables.ts'

/** Lays out large diagrams in a worker, so that the page stays responsive. */
addEventListener('message', ({ data }: MessageEvent<DiagramGraph>) => {
  postMessage(layoutTables(data))
})
