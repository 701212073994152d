import type { WorkflowTest } from '@plinth/contract'
import { FlaskConical, Play } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Button, buttonStyle } from '../../../ui/primitives/button.tsx'
import { Spinner } from '../../../ui/primitives/spinner.tsx'
import type { Graph } from '../graph/graph.ts'
import { findHandle, outputsOf } from '../graph/handles.ts'
import { testStrings as words } from '../strings/test-strings.ts'
import type { Coverage } from './coverage.ts'
import { EditedTest } from './form/edited-test.tsx'
import { TestItem } from './test-item.tsx'
import type { WorkflowTests } from './use-workflow-tests.ts'

interface CoverageTextProps {
  graph: Graph
  coverage: Coverage
}

function describeBranches({ graph, coverage }: CoverageTextProps): string {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  return graph.connections
    .filter(({ id, target }) => coverage.connections.has(id) && nodes.has(target))
    .map(({ source, target, sourceHandle }) => {
      const from = nodes.get(source)
      const outputs = from ? outputsOf(from.data.definition) : []
      const name = findHandle(outputs, sourceHandle)?.name ?? ''
      const ends = [from?.data.label ?? '', nodes.get(target)?.data.label ?? ''] as const
      return outputs.length > 1 ? words.branch(ends[0], name, ends[1]) : words.plainBranch(...ends)
    })
    .join(', ')
}

/** Which nodes and branches no test reaches, in words; the canvas marks them too. */
function CoverageText(props: CoverageTextProps) {
  const { graph, coverage } = props
  const labels = graph.nodes
    .filter(({ id }) => coverage.nodes.has(id))
    .map(({ data }) => data.label)
  const isWhole = labels.length === 0 && coverage.connections.size === 0
  return (
    <section aria-label={words.coverage} className="flex flex-col gap-1 text-xs wrap-anywhere">
      <h3 className="font-semibold">{words.coverage}</h3>
      {isWhole ? <p className="text-fg-2">{words.covered}</p> : null}
      {labels.length > 0 ? (
        <p className="text-fg-2">{words.uncoveredNodes(labels.join(', '))}</p>
      ) : null}
      {coverage.connections.size > 0 ? (
        <p className="text-fg-2">{words.uncoveredBranches(describeBranches(props))}</p>
      ) : null}
    </section>
  )
}

interface TestsDialogProps {
  graph: Graph
  tests: WorkflowTests
  coverage: Coverage | undefined
}

function List({
  tests,
  onDelete,
}: Pick<TestsDialogProps, 'tests'> & { onDelete: (test: WorkflowTest) => void }) {
  const { data, isError, isFetching, refetch } = tests.tests
  if (isError) return <ErrorState busy={isFetching} onRetry={() => refetch()} />
  if (!data) {
    return (
      <p role="status" className="flex h-14 items-center gap-2 text-sm text-fg-2">
        <Spinner /> {words.loading}
      </p>
    )
  }
  if (data.length === 0)
    return (
      <EmptyState icon={<FlaskConical />} title={words.none} text={words.noneText}>
        <Link to={tests.runsPath} className={buttonStyle()}>
          {words.showRuns}
        </Link>
      </EmptyState>
    )
  return (
    <ul aria-label={words.list} className="rounded-lg border">
      {data.map((test) => (
        <TestItem
          key={test.id}
          test={test}
          result={tests.results[test.id]}
          isBusy={tests.isBusy}
          isLast={tests.form.lastId === test.id}
          onRun={() => tests.run(test.id)}
          onEdit={() => tests.form.open(test.id)}
          onDelete={() => onDelete(test)}
          onAccept={tests.accept}
        />
      ))}
    </ul>
  )
}

/** The tests of a workflow: run them, compare, accept, edit, delete. */
export function TestsDialog(props: TestsDialogProps) {
  const { graph, tests } = props
  const edited = tests.tests.data?.find(({ id }) => id === tests.form.testId)
  return edited ? <EditedTest graph={graph} tests={tests} test={edited} /> : <TestList {...props} />
}

function TestList({ graph, tests, coverage }: TestsDialogProps) {
  const [removed, setRemoved] = useState<WorkflowTest>()
  const results = Object.values(tests.results)
  const passed = results.filter((result) => result.passed).length
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : tests.close())}
      title={words.title}
      description={words.description}
      className="w-200!"
    >
      <div className="flex max-h-[70vh] flex-col gap-4 overflow-y-auto px-5 pt-4">
        <List tests={tests} onDelete={setRemoved} />
        {coverage ? <CoverageText graph={graph} coverage={coverage} /> : null}
      </div>
      <DialogFooter>
        <span role="status" className="mr-auto self-center text-xs text-fg-2">
          {tests.progress ?? (results.length > 0 ? words.summary(passed, results.length) : '')}
        </span>
        <Button onClick={tests.close}>{words.close}</Button>
        <Button
          variant="primary"
          busy={tests.isBusy}
          disabled={(tests.tests.data?.length ?? 0) === 0}
          onClick={tests.runAll}
        >
          <Play aria-hidden="true" />
          {words.runAll}
        </Button>
      </DialogFooter>
      <ConfirmDialog
        open={removed !== undefined}
        onOpenChange={(open) => (open ? undefined : setRemoved(undefined))}
        title={words.ask(removed?.name ?? '')}
        text={words.askText}
        cancelLabel={words.cancel}
        confirmLabel={words.delete}
        onConfirm={() => {
          if (removed) tests.remove(removed.id)
          setRemoved(undefined)
        }}
      />
    </Dialog>
  )
}
