import { useMemo } from 'react'
import type { Graph } from '../graph/graph.ts'
import { type Coverage, findUncovered } from './coverage.ts'
import type { WorkflowTests } from './use-workflow-tests.ts'

/** What no test reaches of the canvas; undefined until tests have run. */
export function useCoverage(
  { nodes, connections }: Graph,
  results: WorkflowTests['results'],
): Coverage | undefined {
  return useMemo(() => {
    const all = Object.values(results)
    return all.length === 0 ? undefined : findUncovered({ nodes, connections }, all)
  }, [nodes, connections, results])
}
