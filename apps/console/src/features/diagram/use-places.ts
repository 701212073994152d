import { useEffect, useMemo, useState } from 'react'
import type { DiagramGraph } from './diagram-graph.ts'
import { layoutTables, type TablePositions } from './layout-tables.ts'

/** Above this many tables the layout runs in a worker. */
const MANY = 100

/** The positions of the tables; undefined until the worker returns the first layout. */
export function usePlaces(graph: DiagramGraph): TablePositions | undefined {
  const isLarge = graph.tables.length > MANY
  const [later, setLater] = useState<TablePositions>()
  const now = useMemo(() => (isLarge ? undefined : layoutTables(graph)), [graph, isLarge])
  useEffect(() => {
    if (!isLarge) return
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<TablePositions>) => setLater(data))
    worker.postMessage(graph)
    return () => worker.terminate()
  }, [graph, isLarge])
  return now ?? later
}
