import type { EnvironmentName } from '@plinth/contract'
import { Together } from '../../../foundation/concurrency/together.ts'
import type { WorkflowsContext } from '../../context.ts'
import { cacheFreshRun } from './fresh-runs.ts'
import { addRuns, type RunOfTrigger, type TakenIn } from './intake-store.ts'

const MOST_TOGETHER = 200
const MOST_SIZE = 4 * 1024 * 1024

type TakenRun = RunOfTrigger & { environment: EnvironmentName }

/** Takes in runs that come one by one and fast: many share one commit, and each is told once it is kept. */
export type RunIntake = Together<TakenRun, TakenIn>

/** What begins soon, in this process if it begins runs at all, need not be read for that. */
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
  return new Together({
    most: MOST_TOGETHER,
    mostSize: MOST_SIZE,
    sizeOf: ({ payload }) => payload?.length ?? 0,
    work: async (runs) => {
      const taken = await addRuns(db, runs)
      if (env.roles.has('worker')) runs.forEach((run, at) => void keep(run, taken[at]))
      return taken
    },
  })
}
