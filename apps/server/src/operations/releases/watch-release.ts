import { watchRelease as endpoint, type Release } from '@plinth/contract'
import { EventStream, type StreamEvent } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { OperationsContext } from '../context.ts'
import { readReleaseVersion } from './release-store.ts'

const POLL_MS = 1_000

type Asked = { projectId: string; releaseId: string }

async function* follow(
  { db, pubsub }: Pick<OperationsContext, 'db' | 'pubsub'>,
  { request, after, signal }: { request: Asked; after: number; signal: AbortSignal },
): AsyncGenerator<StreamEvent<{ release: Release }>> {
  const watch = pubsub.watch(request.releaseId)
  const end = () => watch.close()
  signal.addEventListener('abort', end)
  try {
    for (let seen = after; !signal.aborted; await watch.next(POLL_MS)) {
      const current = await readReleaseVersion(db, request)
      if (!current) return
      const { version, release } = current
      if (version > seen) yield { id: String(version), data: { release } }
      if (release.state !== 'running') return
      seen = version
    }
  } finally {
    signal.removeEventListener('abort', end)
    watch.close()
  }
}

export const watchRelease = route(
  endpoint,
  async ({ project, params, request }, context: OperationsContext) => {
    const asked = { projectId: project.id, releaseId: params.releaseId }
    if (!(await readReleaseVersion(context.db, asked))) {
      throw new ApiError('not_found', 'There is no such release.')
    }
    const after = /^\d{1,9}$/.test(request.lastEventId ?? '') ? Number(request.lastEventId) : -1
    return new EventStream((signal) => follow(context, { request: asked, after, signal }))
  },
)
