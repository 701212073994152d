import { useMemo } from 'react'
import type { Editor } from '../editor/create-editor.ts'
import { type Coverage, findUncovered } from './coverage.ts'
import type { WorkflowTests } from './use-workflow-tests.ts'

/** What no test reaches of the canvas; undefined until tests have run. */
export function useCoverage(
  editor: Editor,
  results: WorkflowTests['results'],
): Coverage | undefined {
  const { nodes, connections } = editor.use().draft.history.present
  return useMemo(() => {
    const all = Object.values(results)
    return all.length === 0 ? undefined : findUncovered({ nodes, connections }, all)
  }, [nodes, connections, results])
}
