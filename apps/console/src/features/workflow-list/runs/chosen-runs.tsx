import type { Run, TestOfRun } from '@plinth/contract'
import { useState } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { LeftTests } from './left-tests.tsx'
import { type RunAct, runsFor } from './run-acts.ts'
import { runStrings } from './strings.ts'
import { useRunActs } from './use-run-acts.ts'

const words = runStrings.chosen

/** Why an act is not possible, for the button's tooltip. */
function useReasons(runs: readonly Run[]): (act: RunAct) => string | undefined {
  const { role } = useCurrentProject()
  const isProduction = useEnvironment() === 'production'
  const stopped = useStopReason()
  return (act) => {
    if (isProduction && role !== 'admin') return words.onlyAdmins
    if (act === 'delete' && role === 'developer') return words.onlyOwners
    if (runsFor(act, runs).length === 0) return words.noneFor[act]
    return act === 'cancel' || act === 'delete' ? undefined : stopped
  }
}

const ACTS = ['retry', 'current', 'replay', 'cancel', 'delete'] as const

interface ChosenProps {
  runs: readonly Run[]
  onClear: () => void
}

/** What to do with the selected runs. */
function Acts({ runs, onClear, onDone }: ChosenProps & { onDone: (left: TestOfRun[]) => void }) {
  const { act, progress, stop } = useRunActs({ runs, onDone })
  const reasonOf = useReasons(runs)
  const [asking, setAsking] = useState(false)
  const toDelete = runsFor('delete', runs).length
  return (
    <>
      <p role="status" className="mr-auto text-sm tabular-nums">
        {progress ? words.progress(progress.done, progress.all) : words.count(runs.length)}
      </p>
      {progress ? (
        <Button onClick={stop}>{words.stop}</Button>
      ) : (
        <>
          {ACTS.map((kind) => (
            <GatedButton
              key={kind}
              reason={reasonOf(kind)}
              onClick={() => (kind === 'delete' ? setAsking(true) : act(kind))}
            >
              {words[kind](runsFor(kind, runs).length)}
            </GatedButton>
          ))}
          <Button variant="ghost" onClick={onClear}>
            {words.clear}
          </Button>
        </>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={words.deleteTitle(toDelete)}
        text={words.deleteText}
        cancelLabel={words.giveUp}
        confirmLabel={words.confirm}
        busy={false}
        onConfirm={() => {
          setAsking(false)
          act('delete')
        }}
      />
    </>
  )
}

/** The bar above the list; its place is there without a selection too, so that the rows stay where they are. */
export function ChosenRuns({ runs, onClear }: ChosenProps) {
  const [left, setLeft] = useState<TestOfRun[]>([])
  const end = (tests: TestOfRun[]) => {
    setLeft(tests)
    onClear()
  }
  return (
    <section
      aria-label={words.bar}
      className="mb-3 flex min-h-12 flex-wrap items-center gap-2 rounded-xl border bg-sunken px-4 py-1.5"
    >
      {runs.length > 0 ? (
        <Acts runs={runs} onClear={onClear} onDone={end} />
      ) : (
        <p className="text-sm text-fg-2">{words.hint}</p>
      )}
      <LeftTests tests={left} onClose={() => setLeft([])} />
    </section>
  )
}
