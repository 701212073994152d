import type { GraphNode } from '@plinth/engine'
import { listPlainConstants } from '../../../projects/constants/constant-store.ts'
import type { WorkflowsContext } from '../../context.ts'
import type { NodeContext } from './node-context.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

const asks = new WeakMap<GraphNode, boolean>()
const NONE: ReadonlyMap<string, string> = new Map()

/** The environment's constants, if the node refers to any; secret ones are only available to credentials. */
export async function readConstants(
  { db }: Pick<WorkflowsContext, 'db'>,
  { node, place }: { node: GraphNode; place: NodeContext },
): Promise<ReadonlyMap<string, string>> {
  const known = asks.get(node) ?? JSON.stringify(node.parameters).includes('$const')
  asks.set(node, known)
  if (!known) return NONE
  const rows = await retryWhileUnavailable(
    () => listPlainConstants(db, place.environmentId),
    place.signal,
  )
  return new Map(rows.map(({ key, value }) => [key, value]))
}
