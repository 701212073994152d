import type { Run, TestOfRun } from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { actOnEach, printOutcome } from '../chosen/act-on-each.ts'
import { type RunAct, runsFor, sendAct } from './run-acts.ts'
import { runStrings } from './strings.ts'

const words = runStrings.chosen

interface Progress {
  done: number
  all: number
}

interface RunActs {
  runs: readonly Run[]
  /** Called with the tests that hold the data of deleted runs. */
  onDone: (left: TestOfRun[]) => void
}

/** Acts on the selected runs, with progress; shows what happened as a toast. */
export function useRunActs({ runs, onDone }: RunActs) {
  const projectId = useCurrentProject().id
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Progress>()
  const stop = useRef<AbortController>(undefined)
  const act = async (kind: RunAct) => {
    if (progress) return
    const chosen = runsFor(kind, runs)
    const all = chosen.length
    const controller = new AbortController()
    stop.current = controller
    setProgress({ done: 0, all })
    const tests: TestOfRun[] = []
    const send = async ({ id }: Run) => {
      const answer = await sendAct(kind, { projectId, runId: id })
      if ('tests' in answer) tests.push(...answer.tests)
    }
    const outcome = await actOnEach(chosen, send, {
      signal: controller.signal,
      onProgress: (done) => setProgress({ done, all }),
    })
    for (const message of outcome.refused) logFailure(`Runs: ${kind}`, new Error(message))
    setProgress(undefined)
    showToast(printOutcome({ ...words, done: words.done[kind] }, outcome))
    onDone(tests)
    await Promise.all(
      ['runs', 'run chart', 'workflow activity'].map((key) =>
        queries.invalidateQueries({ queryKey: [key, projectId] }),
      ),
    )
  }
  return { act, progress, stop: () => stop.current?.abort() }
}
