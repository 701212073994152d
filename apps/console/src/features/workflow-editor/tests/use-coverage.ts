import { useMemo } from 'react'
import type { Graph } from '../graph/graph.ts'
import { type Coverage, findUncovered } from './coverage.ts'
import type { WorkflowTests } from './use-workflow-tests.ts'

/** What no test reaches of the canvas; undefined until all tests have run. */
export function useCoverage(
  { nodes, connections }: Graph,
  { tests, results }: Pick<WorkflowTests, 'tests' | 'results'>,
): Coverage | undefined {
  return useMemo(() => {
    const all = (tests.data ?? []).flatMap(({ id }) => results[id] ?? [])
    const isWhole = all.length > 0 && all.length === tests.data?.length
    return isWhole ? findUncovered({ nodes, connections }, all) : undefined
  }, [nodes, connections, tests.data, results])
}
