import type { GraphNode } from '../graph/graph.ts'
import { NodeFailure } from '../node/node-failure.ts'
import type { Outcome } from '../node/outcome.ts'
import type { Ports } from '../node/ports.ts'
import type { Scope } from '../node/scope.ts'
import { NODE_RUNS } from '../nodes/node-runs.ts'
import { nameByLabel } from './name-by-label.ts'
import { resolveNode } from './resolve-node.ts'

/** Executes one node. A failing node is an outcome; any other exception is a bug. */
export async function runNode(
  node: GraphNode,
  options: { scope: Scope; key: string; ports: Ports; log(line: string): void },
): Promise<Outcome> {
  const run = NODE_RUNS.get(node.kind)
  try {
    if (!run) throw new NodeFailure(`No "${node.kind}" can run here.`, { retry: false })
    const parameters = await resolveNode(node, options)
    return await run({
      ...options,
      parameters,
      credentials: node.credentials,
      input: options.scope.in,
    })
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error
    for (const line of error.logs) options.log(line)
    const message = nameByLabel(node.kind, error.message)
    return { status: 'failed', failure: { message, retry: error.retry } }
  }
}
