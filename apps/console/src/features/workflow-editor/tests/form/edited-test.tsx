import type { WorkflowTest } from '@plinth/contract'
import type { Graph } from '../../graph/graph.ts'
import { testFormStrings as words } from '../../strings/test-form-strings.ts'
import { testStrings } from '../../strings/test-strings.ts'
import type { WorkflowTests } from '../use-workflow-tests.ts'
import { TestFormDialog } from './test-form-dialog.tsx'

interface EditedTestProps {
  graph: Graph
  tests: WorkflowTests
  test: WorkflowTest
}

/** The form of the test that is edited. */
export function EditedTest({ graph, tests, test }: EditedTestProps) {
  const { form } = tests
  const labels = new Map(graph.nodes.map(({ id, data }) => [id, data.label]))
  const labelOf = (step: string) => {
    if (step === '') return testStrings.end
    const [, nodeId = step, items = ''] = /^(.*?)((?::\d+)*)$/.exec(step) ?? []
    const label = labels.get(nodeId) ?? words.unknownStep(nodeId)
    return words.step(label, items.slice(1).replaceAll(':', ', '))
  }
  // A node in a loop has a step for each item, which only a run of the test shows.
  const ran = tests.results[test.id]?.steps.map(({ key }) => key) ?? []
  const known = new Set([
    ...ran,
    ...test.expectations.map(({ step }) => step),
    ...graph.nodes.map(({ id }) => id).filter((id) => !ran.some((key) => key.startsWith(`${id}:`))),
  ])
  known.delete('')
  return (
    <TestFormDialog
      test={test}
      labelOf={labelOf}
      steps={[...known].map((step) => ({ step, label: labelOf(step) }))}
      isBusy={tests.isBusy}
      error={form.error}
      onSave={(changes) => tests.save(test.id, changes)}
      onClose={form.close}
      onWork={form.setWork}
    />
  )
}
