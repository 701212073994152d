import { resolve } from 'node:path'
import { KEY_ENDED_CHANNEL } from '../../foundation/callers/api-key-store.ts'
import { ENDED_CHANNEL } from '../../foundation/callers/app-session-store.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { openKeyRing } from '../../foundation/secrets/open-key-ring.ts'
import { CHANGED_CHANNEL, readChangedHosts } from '../../projects/environments/environment-store.ts'
import { takeTurn } from './limits/take-turn.ts'
import { openLiveCalls } from './live-calls.ts'
import { LiveLag } from './live-lag.ts'
import { LivePositions } from './live-position.ts'
import type { LiveContext } from './live-request.ts'
import { findRights } from './live-rights.ts'
import { LiveRows, type OpenStream } from './live-rows.ts'
import type { LiveStreams } from './live-streams.ts'
import { ConnectionIds } from './processes/connection-ids.ts'

const BEAT_MS = 15_000
const BEAT_EVERY_MS = 500
const CHECK_MS = 10_000
/** Streams whose rights one set of statements checks. */
const CHECKED_AT_ONCE = 1_000
const ENDED = 'This session or key has ended. Sign in again, or use another key.'

/** Sends heartbeats to connections that were sent nothing for a while, and cuts those whose clients do not read. */
async function beat(live: LiveRows): Promise<void> {
  const turn = takeTurn()
  const now = performance.now()
  const late = now - BEAT_MS
  for (const { connection, feed } of live.streams.values()) {
    connection.watch(now)
    if (connection.lastWrite < late)
      connection.beat(feed.isOpen ? feed.positionOf(connection) : undefined)
    if (turn.isOver()) await turn.next()
  }
}

/** Ends the streams whose callers have lost the right to them. */
async function checkRights(
  context: LiveContext,
  { live, only }: { live: LiveRows; only?: (stream: OpenStream) => boolean },
): Promise<void> {
  const all = [...live.streams.values()].filter((stream) => only?.(stream) ?? true)
  for (let at = 0; at < all.length; at += CHECKED_AT_ONCE) {
    const some = all.slice(at, at + CHECKED_AT_ONCE)
    const asked = some.map(({ key, connection }) => ({ key, live: connection.live }))
    const rights = await findRights(context, asked).catch((error: unknown) => {
      context.log.warn(
        { err: error, streams: some.length },
        'live: access check failed, closing streams',
      )
      return undefined
    })
    for (const [place, stream] of some.entries()) {
      const right = rights?.[place]
      if (!right) stream.connection.reconnect()
      else if ('error' in right) stream.connection.end(right.error)
      else live.renew(stream, right.caller)
    }
  }
}

function countStreams({ metrics }: LiveContext, { live, lag }: { live: LiveRows; lag: LiveLag }) {
  metrics.gauge({ name: 'live_connections', help: 'Open streams of changes.', labels: {} }, () => [
    { labels: {}, value: live.streams.size },
  ])
  metrics.gauge(
    { name: 'live_subscriptions', help: 'Subscriptions of open streams of changes.', labels: {} },
    () => {
      let value = 0
      for (const { connection } of live.streams.values()) value += connection.subscriptions.size
      return [{ labels: {}, value }]
    },
  )
  metrics.gauge(
    { name: 'live_lag_seconds', help: 'Longest time from a change to sending it.', labels: {} },
    () => [{ labels: {}, value: lag.max / 1_000 }],
  )
}

/** Opens the streams of this process; when it stops, it asks their clients to reconnect. */
export async function openLiveRows(
  context: LiveContext,
  { everyMs = CHECK_MS }: { everyMs?: number | undefined } = {},
): Promise<LiveStreams & { readonly rows: LiveRows }> {
  const { pubsub, jobs, rowEvents, stopping } = context
  const lag = new LiveLag()
  const { env } = context
  const openRing = () => openKeyRing(env, resolve(env.dataDir))
  const positions = new LivePositions(await openRing())
  const ids = new ConnectionIds(await openRing())
  const live = new LiveRows(context, { lag, positions, ids })
  countStreams(context, { live, lag })
  const calls = await openLiveCalls(context, { live, lag, ids })
  const rights = jobs.start({
    name: 'live-rights',
    everyMs,
    run: () => checkRights(context, { live }),
  })
  const beats = jobs.start({
    name: 'live-heartbeats',
    everyMs: BEAT_EVERY_MS,
    run: () => beat(live),
  })
  const ofStaff = ({ connection: { live } }: OpenStream) =>
    live.caller.kind === 'staff' ||
    (live.caller.kind === 'user' && live.caller.user.actor !== undefined)
  const staffRights = jobs.start({
    name: 'live-staff-rights',
    everyMs,
    run: () => checkRights(context, { live, only: ofStaff }),
  })
  const endToken = (hash: string) => {
    for (const connection of live.ofToken(hash))
      connection.end(new ApiError('unauthenticated', ENDED))
  }
  const onToken = { onNotify: endToken, onGap: () => rights.wake() }
  const subscriptions = [
    calls,
    pubsub.subscribe('access', () => staffRights.wake()),
    pubsub.subscribe('availability', () => rights.wake()),
    await pubsub.listen(ENDED_CHANNEL, onToken),
    await pubsub.listen(KEY_ENDED_CHANNEL, onToken),
    await pubsub.listen(CHANGED_CHANNEL, {
      onNotify: (payload) => readChangedHosts(payload) !== undefined && rights.wake(),
      onGap: () => rights.wake(),
    }),
    await rowEvents.onChange((environmentId) => live.wake(environmentId)),
  ]
  const stop = () => live.drain(env.drainMs)
  stopping.addEventListener('abort', stop, { once: true })
  return {
    rows: live,
    open: (stream) => live.open(stream),
    change: (change) => calls.change(change),
    usageOf: (environmentId) => calls.usageOf(environmentId),
    async close() {
      stopping.removeEventListener('abort', stop)
      for (const each of subscriptions) each.close()
      live.close()
      await Promise.all([rights.stop(), staffRights.stop(), beats.stop()])
    },
  }
}
