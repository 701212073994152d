import type { EnvironmentName } from '@plinth/contract'
import { Batcher } from '../../../foundation/concurrency/batcher.ts'
import type { WorkflowsContext } from '../../context.ts'
import { cacheFreshRun } from './fresh-runs.ts'
import { addRuns, type IntakeResult, type RunOfTrigger } from './intake-store.ts'

const MAX_BATCH = 200
const MAX_BATCH_SIZE = 4 * 1024 * 1024

type TakenRun = RunOfTrigger & { environment: EnvironmentName }

/** Creates triggered runs in batches that share a commit; each call resolves after that commit. */
export type RunIntake = Batcher<TakenRun, IntakeResult>

/** Remembers a new run if this process executes runs, which saves reading it. */
function keep(run: TakenRun, taken: IntakeResult | undefined): void {
  if (typeof taken !== 'object' || !taken.enqueued) return
  const { id, projectId, environmentId, environment, workflowId, version, trigger } = run
  const { payload, depth, isAwaited = false, graph, traceParent } = run
  cacheFreshRun({
    ...{ id, projectId, environmentId, environment, workflowId, version, trigger },
    ...{ payload, depth, isAwaited, digest: graph.digest, replayFrom: null, replayInput: null },
    traceParent,
  })
}

export function openRunIntake({ db, env }: Pick<WorkflowsContext, 'db' | 'env'>): RunIntake {
  return new Batcher({
    maxItems: MAX_BATCH,
    maxSize: MAX_BATCH_SIZE,
    sizeOf: ({ payload }) => payload?.length ?? 0,
    work: async (runs) => {
      const taken = await addRuns(db, runs)
      if (env.roles.has('worker')) runs.forEach((run, at) => void keep(run, taken[at]))
      return taken
    },
  })
}
