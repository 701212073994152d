import { setTimeout as pause } from 'node:timers/promises'
import { watchRun as endpoint, type Run, type RunNode } from '@plinth/contract'
import { allowEnvironmentRead } from '../../../foundation/http/access/production-read.ts'
import { EventStream, type StreamEvent } from '../../../foundation/http/calls/call.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import { notFound } from '../../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import { readRun, readRunNodes, type SeenRun } from '../records/run-list-store.ts'

const POLL_MS = 120

type Asked = { projectId: string; runId: string }
type Seen = { run: Run; nodes: RunNode[]; result: SeenRun['result'] }

/** Polls for new records. Branches commit in any order, so the last event contains every node. */
async function* follow(
  { db }: Pick<WorkflowsContext, 'db'>,
  { asked, after, signal }: { asked: Asked; after: number; signal: AbortSignal },
): AsyncGenerator<StreamEvent<Seen>> {
  for (let seen = after; !signal.aborted; ) {
    const found = await readRun(db, asked)
    if (!found) return
    const over = found.run.endedOn !== null
    const changed = await readRunNodes(db, { runId: asked.runId, after: over ? 0 : seen })
    const newest = Math.max(found.change, seen, ...changed.map(({ change }) => change))
    if (newest > seen || over) {
      const nodes = changed.map(({ node }) => node)
      yield { id: String(newest), data: { run: found.run, nodes, result: found.result } }
    }
    if (over) return
    seen = newest
    await pause(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
}

export const watchRun = route(
  endpoint,
  async ({ project, params, request }, context: WorkflowsContext) => {
    const asked = { projectId: project.id, runId: params.runId }
    const seen = await readRun(context.db, asked)
    if (!seen) throw notFound()
    const { environment } = seen.run
    allowEnvironmentRead(project, environment)
    const after = /^\d{1,15}$/.test(request.lastEventId ?? '') ? Number(request.lastEventId) : 0
    return new EventStream((signal) => follow(context, { asked, after, signal }), environment)
  },
)
