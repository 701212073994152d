import type { WorkflowTestResult } from '@plinth/contract'
import { createContext } from 'react'
import type { Graph } from '../graph/graph.ts'
import { findHandle, outputsOf } from '../graph/handles.ts'

/** What no test of the workflow reaches, by id. */
export interface Coverage {
  nodes: ReadonlySet<string>
  connections: ReadonlySet<string>
}

/** Marks cards and lines on the canvas; undefined without results of tests. */
export const CoverageContext = createContext<Coverage | undefined>(undefined)

/** Finds the active nodes, and the connections between them, that no test reaches. */
export function findUncovered(
  { nodes, connections }: Pick<Graph, 'nodes' | 'connections'>,
  results: readonly WorkflowTestResult[],
): Coverage {
  const steps = results.flatMap((result) => result.steps)
  const reached = new Set(steps.map(({ nodeId }) => nodeId))
  const taken = new Set(
    steps.flatMap(({ nodeId, branches }) => branches.map((branch) => `${nodeId}\n${branch}`)),
  )
  const active = new Map(nodes.filter(({ data }) => data.active).map((node) => [node.id, node]))
  const isTaken = (source: string, handle: string | null) => {
    const node = active.get(source)
    const output = node && findHandle(outputsOf(node.data.definition), handle)
    return output !== undefined && taken.has(`${source}\n${output.name}`)
  }
  return {
    nodes: new Set([...active.keys()].filter((id) => !reached.has(id))),
    connections: new Set(
      connections
        .filter(({ source, target }) => active.has(source) && active.has(target))
        .filter(({ source, sourceHandle }) => !isTaken(source, sourceHandle))
        .map(({ id }) => id),
    ),
  }
}
