import type { Canvas } from '@plinth/contract'
import { readGraph } from '@plinth/engine'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import type { LiveTrigger } from '../../definitions/trigger-store.ts'
import { findVersion } from '../../definitions/version-store.ts'
import { readStoredCanvas } from '../../definitions/workflow-text.ts'
import { graphText, readContent } from '../records/run-content.ts'

const MAX_GRAPHS = 500

export interface CurrentGraph {
  digest: string
  content: string
  concurrency: number
  /** Why it cannot run. */
  problem: string | null
}

/** Graphs that were started lately: a saved version never changes, so it is read once. */
const graphs = new LRUCache<string, CurrentGraph>({ max: MAX_GRAPHS })

function toGraph(canvas: Canvas, nodeId: string): CurrentGraph {
  const { concurrency } = canvas.settings.execution
  try {
    const { digest, content } = readContent(canvas, { trigger: nodeId, isTest: false })
    return { digest, content, concurrency, problem: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { graph } = readGraph(canvas.nodes, canvas.connections)
    const text = graphText({ graph, starts: [], settings: canvas.settings })
    return { ...text, concurrency, problem: error.message }
  }
}

/** The graph that a trigger starts now; undefined if the workflow was deleted. */
export async function readCurrentGraph(
  on: Queryable,
  { workflowId, revision, nodeId }: LiveTrigger,
): Promise<CurrentGraph | undefined> {
  const key = `${workflowId}/${revision}/${nodeId}`
  const known = graphs.get(key)
  if (known) return known
  const version = await findVersion(on, { workflowId, revision })
  if (!version) return undefined
  const read = toGraph(readStoredCanvas(version), nodeId)
  graphs.set(key, read)
  return read
}
