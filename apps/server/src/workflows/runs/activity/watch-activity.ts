import { setTimeout as pause } from 'node:timers/promises'
import { type EnvironmentName, watchActivity as endpoint } from '@plinth/contract'
import { EventStream, type StreamEvent } from '../../../foundation/http/calls/call.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { listEntries } from '../../../rows/request-log/request-list-store.ts'
import type { WorkflowsContext } from '../../context.ts'
import { selectRuns } from '../records/run-list-store.ts'

const POLL_MS = 500

interface Watched {
  readonly projectId: string
  readonly environment: EnvironmentName
  readonly of: 'runs' | 'requests'
}

type Newest = { newest: string | null }

async function readNewest(
  { db }: Pick<WorkflowsContext, 'db'>,
  { of, ...environment }: Watched,
): Promise<string | null> {
  const read = of === 'runs' ? selectRuns : listEntries
  const [newest] = await read(db, { ...environment, limit: 1 })
  return newest?.id ?? null
}

async function* follow(
  context: Pick<WorkflowsContext, 'db'>,
  { watched, signal }: { watched: Watched; signal: AbortSignal },
): AsyncGenerator<StreamEvent<Newest>> {
  for (let seen: string | null | undefined; !signal.aborted; ) {
    const newest = await readNewest(context, watched)
    if (newest !== seen) yield { id: newest ?? '0', data: { newest } }
    seen = newest
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** The first event has the newest entry at the time of the call. */
export const watchActivity = route(
  endpoint,
  async ({ project, query }, context: WorkflowsContext) => {
    const watched = { projectId: project.id, ...query }
    return new EventStream((signal) => follow(context, { watched, signal }), query.environment)
  },
)
