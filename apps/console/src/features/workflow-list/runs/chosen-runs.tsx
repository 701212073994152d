import type { Run } from '@plinth/contract'
import { useStopReason } from '../../../state/availability.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { ChosenBar } from '../chosen/chosen-bar.tsx'
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
  return (
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
      send={(act, { id: runId }) => sendAct(act, { projectId, runId })}
      onClear={onClear}
    />
  )
}
