import type { Endpoint, EnvironmentName } from '@plinth/contract'
import type { Logger } from 'pino'
import { findProjectAccesses } from '../../callers/access-store.ts'
import { findSessions } from '../../callers/session-store.ts'
import type { Database } from '../../platform/database.ts'
import type { PubSub } from '../../pubsub/pubsub.ts'
import { decide } from './allow.ts'
import { allowServed } from './production-read.ts'

/** The database notifies this key whenever a session, membership, account or project changes. */
const ACCESS_KEY = 'access'
const CHECK_MS = 10_000

/** An open event stream with its caller and endpoint. */
interface OpenStream {
  readonly endpoint: Pick<Endpoint, 'access' | 'path' | 'production'>
  /** The environment whose data the stream sends, if it is bound to one. */
  readonly environment: EnvironmentName | undefined
  readonly tokenHash: Buffer
  readonly projectId: string | undefined
}

/** Ends event streams whose caller has lost the right to them. */
export interface StreamRights {
  /** The signal is aborted when the caller may not read on; `close` must be called when the stream ends. */
  watch(stream: OpenStream): { signal: AbortSignal; close(): void }
  close(): void
}

/** The streams whose callers still have access; one lookup for all of them. */
async function findAllowed(db: Database, streams: readonly OpenStream[]): Promise<Set<OpenStream>> {
  const sessions = await findSessions(
    db,
    streams.map(({ tokenHash }) => tokenHash),
  )
  const staffOf = new Map(
    sessions.map(({ tokenHash, staff }) => [tokenHash.toString('hex'), staff]),
  )
  const callers = streams.flatMap((stream) => {
    const staff = staffOf.get(stream.tokenHash.toString('hex'))
    return staff ? [{ stream, staff, projectId: stream.projectId ?? '' }] : []
  })
  const projects = await findProjectAccesses(db, callers)
  const allowed = new Set<OpenStream>()
  for (const [at, { stream, staff }] of callers.entries()) {
    const caller = { kind: 'staff', staff, tokenHash: stream.tokenHash } as const
    try {
      const { project } = decide({ ...stream.endpoint, caller }, projects[at])
      const { environment } = stream
      if (project) allowServed(project, { ...stream.endpoint, environment })
      allowed.add(stream)
    } catch {
      // Access was denied: the stream is not added and ends.
    }
  }
  return allowed
}

/** Checks all open streams of this process when access changes, and periodically in case a notification was lost. */
export function openStreamRights(options: {
  db: Database
  pubsub: PubSub
  log: Logger
  everyMs?: number | undefined
}): StreamRights {
  const { db, pubsub, log, everyMs = CHECK_MS } = options
  const open = new Map<OpenStream, AbortController>()
  let current: ReturnType<PubSub['watch']> | undefined

  async function check(): Promise<void> {
    const streams = [...open.keys()]
    const allowed = await findAllowed(db, streams).catch((error: unknown) => {
      log.warn({ err: error, streams: streams.length }, 'streams: access check failed, closing all')
      return new Set<OpenStream>()
    })
    for (const stream of streams) if (!allowed.has(stream)) open.get(stream)?.abort()
  }

  async function follow(watch: NonNullable<typeof current>): Promise<void> {
    while (watch === current) {
      await watch.next(everyMs)
      if (watch === current) await check()
    }
  }

  function stop(): void {
    current?.close()
    current = undefined
  }

  return {
    watch(stream) {
      const controller = new AbortController()
      open.set(stream, controller)
      if (!current) {
        current = pubsub.watch(ACCESS_KEY)
        void follow(current)
      }
      return {
        signal: controller.signal,
        close() {
          open.delete(stream)
          if (open.size === 0) stop()
        },
      }
    },
    close: stop,
  }
}
