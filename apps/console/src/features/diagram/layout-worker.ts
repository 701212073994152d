import type { DiagramGraph } from './diagram-graph.ts'
import { layoutTables } from './layout-tables.ts'

/** Arranges many tables beside the page, which stays usable meanwhile. */
addEventListener('message', ({ data }: MessageEvent<DiagramGraph>) => {
  postMessage(layoutTables(data))
})
