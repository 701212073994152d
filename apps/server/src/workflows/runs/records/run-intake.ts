import type { EnvironmentName } from '@plinth/contract'
import { Batcher } from '../../../foundation/concurrency/together.ts'
import type { WorkflowsContext } from '../../context.ts'
import { cacheFreshRun } from './fresh-runs.ts'
import { addRuns, type RunOfTrigger, type TakenIn } from './intake-store.ts'

const MOST_TOGETHER = 200
const MOST_SIZE = 4 * 1024 * 1024

type TakenRun = RunOfTrigger & { environment: EnvironmentName }

/** Creates triggered runs in batches that share a commit; each call resolves after that commit. */
export type RunIntake = Batcher<TakenRun, TakenIn>

/** Remembers a new run if this process executes runs, which saves reading it. */
function keep(run: TakenRun, taken: TakenIn | undefined): void {
  if (typeof taken !== 'object' || !taken.promised) return
  const { id, projectId, environmentId, environment, workflowId, version, trigger } = run
  const { payload, depth, isAwaited = false, graph } = run
  cacheFreshRun({
    ...{ id, projectId, environmentId, environment, workflowId, version, trigger },
    ...{ payload, depth, isAwaited, digest: graph.digest, replayFrom: null, replayInput: null },
  })
}

export function openRunIntake({ db, env }: Pick<WorkflowsContext, 'db' | 'env'>): RunIntake {
  return new Batcher({
    maxItems: MOST_TOGETHER,
    maxSize: MOST_SIZE,
    sizeOf: ({ payload }) => payload?.length ?? 0,
    work: async (runs) => {
      const taken = await addRuns(db, runs)
      if (env.roles.has('worker')) runs.forEach((run, at) => void keep(run, taken[at]))
      return taken
    },
  })
}
