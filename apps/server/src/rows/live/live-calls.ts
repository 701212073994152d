import { LiveSubscriptions } from '@plinth/contract'
import * as z from 'zod'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { toWire } from './live-connection.ts'
import type { LiveLag } from './live-lag.ts'
import type { LiveContext } from './live-request.ts'
import type { LiveRows } from './live-rows.ts'
import type { LiveStreams, SubscriptionChange } from './live-streams.ts'
import type { ConnectionIds } from './processes/connection-ids.ts'
import { openProcessCalls } from './processes/process-calls.ts'

/** How long another process may take to change subscriptions, and to answer with its figures. */
const CHANGE_MS = 3_000
const USAGE_MS = 300

const Change = z.object({
  kind: z.literal('change'),
  connectionId: z.string(),
  /** The caller as `identityOf` names it, and the environment that it was admitted to. */
  identity: z.string(),
  projectId: z.string(),
  environment: z.string(),
  subscribe: LiveSubscriptions,
  unsubscribe: z.array(z.string()),
})
const Usage = z.object({ kind: z.literal('usage'), environmentId: z.string() })
const Asked = z.discriminatedUnion('kind', [Change, Usage])
const Changed = z.object({
  error: z.object({ code: z.string(), message: z.string() }).optional(),
})
const LiveUsage = z.object({
  connections: z.number(),
  subscriptions: z.number(),
  lagMilliseconds: z.number(),
})
/** What other processes do with streams, and this one for them. */
type LiveCalls = Pick<LiveStreams, 'change' | 'usageOf'> & { close(): void }

const notOpen = () => new ApiError('not_found', 'This connection is not open. Connect again.')

type AskedChange = Omit<SubscriptionChange, 'environment' | 'environmentId' | 'holder'> & {
  readonly environment: string
}

function changeOwn(live: LiveRows, change: AskedChange): void {
  const stream = live.streams.get(change.connectionId)
  const isOwn =
    stream?.connection.identity === change.identity &&
    stream.key.projectId === change.projectId &&
    stream.key.environment === change.environment
  if (!stream || !isOwn) throw notOpen()
  live.change(stream, change)
}

function usageHere(live: LiveRows, lag: LiveLag, environmentId: string) {
  const own = [...live.streams.values()].filter(({ feed }) => feed.environment.id === environmentId)
  const subscriptions = own.reduce((sum, { connection }) => sum + connection.subscriptions.size, 0)
  return { connections: own.length, subscriptions, lagMilliseconds: lag.of(environmentId) }
}

export async function openLiveCalls(
  { db, pubsub, log }: LiveContext,
  { live, lag, ids }: { live: LiveRows; lag: LiveLag; ids: ConnectionIds },
): Promise<LiveCalls> {
  const { processId } = ids
  const calls = await openProcessCalls({
    db,
    pubsub,
    log,
    processId,
    answer(body) {
      const asked = Asked.parse(body)
      if (asked.kind === 'usage') return usageHere(live, lag, asked.environmentId)
      try {
        changeOwn(live, asked)
        return {}
      } catch (error) {
        return { error: toWire(error) }
      }
    },
  })
  /** Calls of one environment at the same time share the answers. */
  const usages = new Map<string, ReturnType<LiveCalls['usageOf']>>()
  async function readUsage(environmentId: string) {
    const own = usageHere(live, lag, environmentId)
    const others = await calls.callAll({ kind: 'usage', environmentId }, USAGE_MS)
    const all = [own, ...others.map((each) => LiveUsage.parse(each))]
    return {
      connections: all.reduce((sum, each) => sum + each.connections, 0),
      subscriptions: all.reduce((sum, each) => sum + each.subscriptions, 0),
      lagMilliseconds: Math.max(...all.map((each) => each.lagMilliseconds)),
    }
  }
  return {
    async change({ environmentId, holder, ...change }) {
      const { connectionId, identity } = change
      if (live.streams.has(connectionId)) {
        changeOwn(live, change)
        return
      }
      const to = ids.processOf({ environmentId, identity }, connectionId)
      if (to === undefined || to === processId) throw notOpen()
      const body = { kind: 'change', ...change }
      const reply = await calls.call({ to, environmentId, holder, body, withinMs: CHANGE_MS })
      if (!reply) throw notOpen()
      const { error } = Changed.parse(reply)
      if (error) throw new ApiError(error.code as ApiError['code'], error.message)
    },
    usageOf(environmentId) {
      const known = usages.get(environmentId)
      if (known) return known
      const usage = readUsage(environmentId).finally(() => usages.delete(environmentId))
      usages.set(environmentId, usage)
      return usage
    },
    close: () => calls.close(),
  }
}
