import { layoutGraph, type Outline } from './layout-graph.ts'

/** Runs the layout off the main thread. */
addEventListener('message', ({ data }: MessageEvent<Outline>) => {
  postMessage(layoutGraph(data))
})
