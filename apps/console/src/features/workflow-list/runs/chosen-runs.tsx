import type { Run, TestOfRun } from '@plinth/contract'
import { useRef, useState } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { ChosenBar } from '../chosen/chosen-bar.tsx'
import { LeftTests } from './left-tests.tsx'
import { type RunAct, runsFor, sendAct } from './run-acts.ts'
import { runStrings } from './strings.ts'

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

/** What to do with the selected runs. */
export function ChosenRuns({ runs, onClear }: { runs: readonly Run[]; onClear: () => void }) {
  const projectId = useCurrentProject().id
  const found = useRef<TestOfRun[]>([])
  const [left, setLeft] = useState<TestOfRun[]>([])
  const send = async (act: RunAct, { id: runId }: Run) => {
    const answer = await sendAct(act, { projectId, runId })
    if ('tests' in answer) found.current.push(...answer.tests)
  }
  const clear = () => {
    setLeft(found.current)
    found.current = []
    onClear()
  }
  return (
    <>
      <ChosenBar<Run, RunAct>
        name="Runs"
        label={words.bar}
        hint={words.hint}
        words={words}
        done={words.done}
        items={runs}
        acts={['retry', 'current', 'replay', 'cancel', 'delete']}
        changes={['runs', 'run chart', 'workflow activity']}
        itemsFor={(act) => runsFor(act, runs)}
        reasonOf={useReasons(runs)}
        questionOf={(act, count) => (act === 'delete' ? words.deletion(count) : undefined)}
        send={send}
        onClear={clear}
      />
      <LeftTests tests={left} onClose={() => setLeft([])} />
    </>
  )
}
