import type { WorkflowTest, WorkflowTestResult } from '@plinth/contract'
import { Pencil, Play, Trash2 } from 'lucide-react'
import { useStopReason } from '../../../state/availability.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { testStrings as words } from '../strings/test-strings.ts'
import { DifferenceList } from './difference-list.tsx'

function Status({ result }: { result: WorkflowTestResult | undefined }) {
  if (!result) return <StatusPill tone="neutral">{words.notRun}</StatusPill>
  return result.passed ? (
    <StatusPill tone="good">{words.passed}</StatusPill>
  ) : (
    <StatusPill tone="bad">{words.failed}</StatusPill>
  )
}

interface TestItemProps {
  test: WorkflowTest
  result: WorkflowTestResult | undefined
  isBusy: boolean
  /** Whether it was edited last, so that it has the focus again. */
  isLast: boolean
  onRun: () => void
  onEdit: () => void
  onDelete: () => void
  onAccept: (result: WorkflowTestResult) => void
}

/** One test with its last result. */
export function TestItem({ test, result, isBusy, onDelete, onAccept, ...rest }: TestItemProps) {
  const stopped = useStopReason()
  const isFailed = result?.passed === false
  return (
    <li className="flex flex-col gap-2 border-b px-3 py-2 last:border-b-0">
      <div className="flex items-center gap-2">
        <span className="w-18 shrink-0">
          <Status result={result} />
        </span>
        <span className="min-w-0 flex-1 truncate text-sm" title={test.name}>
          {test.name}
        </span>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={words.run(test.name)}
          title={words.runOne}
          aria-disabled={isBusy}
          onClick={rest.onRun}
        >
          <Play aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={words.edit(test.name)}
          title={words.editOne}
          aria-disabled={isBusy || stopped !== undefined}
          {...(rest.isLast ? { 'data-autofocus': true } : {})}
          onClick={() => (isBusy || stopped ? undefined : rest.onEdit())}
        >
          <Pencil aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={words.remove(test.name)}
          title={words.delete}
          aria-disabled={isBusy || stopped !== undefined}
          onClick={() => (isBusy || stopped ? undefined : onDelete())}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      {isFailed ? <DifferenceList result={result} /> : null}
      {isFailed && result.ending.status !== 'refused' ? (
        <div>
          <GatedButton size="sm" reason={stopped} busy={isBusy} onClick={() => onAccept(result)}>
            {words.accept}
          </GatedButton>
        </div>
      ) : null}
    </li>
  )
}
