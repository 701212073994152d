import { layoutGraph, type Outline } from './layout-graph.ts'

/** Arranges beside the page, which stays usable meanwhile. */
addEventListener('message', ({ data }: MessageEvent<Outline>) => {
  postMessage(layoutGraph(data))
})
