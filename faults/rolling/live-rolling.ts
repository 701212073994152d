import { makeLiveProject } from '../live/live-project.ts'
import { addOwners } from '../live/owners.ts'
import { signIn } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import { raiseFileLimit } from '../stack/raise-file-limit.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { openInstallation } from './installation.ts'
import { LiveFollower } from './live-follower.ts'
import { type SteadyLoad, sendSteadily } from './send-steadily.ts'

interface Plan {
  connections: number
  writesPerSecond: number
  restarts: number
  /** Longer than the balancer needs to notice; streams move in 40 % of it. */
  drainSeconds: number
  /** Leaves the last rows out of what the clients got, so that the check must find it. */
  loses?: true
}

const SHORT: Plan = { connections: 300, writesPerSecond: 30, restarts: 2, drainSeconds: 6 }
const FULL: Plan = { connections: 2_000, writesPerSecond: 100, restarts: 6, drainSeconds: 30 }
const LOSING: Plan = {
  connections: 20,
  writesPerSecond: 20,
  restarts: 1,
  drainSeconds: 6,
  loses: true,
}
/** Only these two send streams. */
const DATA_SERVERS = ['data-1', 'data-2'] as const
const CONNECTS_MS = 120_000
const ARRIVES_MS = 60_000
/** HAProxy has two sockets for each stream. */
const FILES_OF_STREAM = 2
const OTHER_FILES = 1_000

/** What a client got beside the rows of its owner that were acknowledged. */
function checkFollower(follower: LiveFollower, expected: readonly number[]): string[] {
  const got = new Set(follower.numbers)
  const lost = expected.filter((n) => !got.has(n))
  return [
    ...follower.problems,
    ...(lost.length > 0 ? [`${lost.length} changes did not arrive`] : []),
    ...(got.size < follower.numbers.length ? ['a change arrived twice'] : []),
  ]
}

function expectedOf({ done }: SteadyLoad, connections: number): ReadonlyMap<number, number[]> {
  return Map.groupBy(
    [...done].sort((a, b) => a - b),
    (n) => n % connections,
  )
}

function describeFigures(followers: readonly LiveFollower[], restarts: number): string {
  const gaps = followers.flatMap((follower) => follower.gaps).sort((a, b) => a - b)
  const gapOf = (share: number) => Math.round(gaps[Math.floor((gaps.length - 1) * share)] ?? 0)
  const changes = followers.reduce((sum, { numbers }) => sum + numbers.length, 0)
  const refused = followers.reduce((sum, follower) => sum + follower.refused, 0)
  return `${followers.length} streams behind HAProxy, ${restarts} restarts: resumed ${gaps.length} times (median ${gapOf(0.5)} ms, p95 ${gapOf(0.95)} ms, at most ${gapOf(1)} ms), ${refused} attempts refused, ${changes} changes arrived`
}

async function restartUnderStreams(plan: Plan): Promise<SuiteResult> {
  const { connections, restarts } = plan
  raiseFileLimit(connections * FILES_OF_STREAM + OTHER_FILES)
  const installation = await openInstallation({
    drainSeconds: plan.drainSeconds,
    env: {
      PLINTH_DATA_RATE: '0',
      PLINTH_LIVE_CONNECTIONS: String(connections),
      PLINTH_LIVE_CONNECTIONS_PER_ENVIRONMENT: String(connections),
    },
  })
  const followers: LiveFollower[] = []
  try {
    const { address, dataDir } = installation
    const token = await signIn(address)
    const { projectId } = await makeLiveProject({ address, token }, 'postgres')
    const owners = await addOwners(dataDir, { projectId, count: connections })
    for (const owner of owners) followers.push(new LiveFollower({ address, projectId, owner }))
    for (const follower of followers) follower.start()
    const areSubscribed = () => followers.every(({ isSubscribed }) => isSubscribed)
    const untilSubscribed = async () => {
      if (!(await eventually(areSubscribed, { limitMs: CONNECTS_MS, everyMs: 100 })))
        throw new Error('not every client has a stream')
    }
    await untilSubscribed()
    const writes = sendSteadily(address, {
      perSecond: plan.writesPerSecond,
      make: (n) => {
        const body = { owner: owners[n % connections]?.id, isPublic: false, n }
        return { method: 'POST', path: `/api/data/thing?$projectId=${projectId}`, body }
      },
    })
    for (let restart = 0; restart < restarts; restart += 1) {
      await installation.restart(DATA_SERVERS[restart % DATA_SERVERS.length] ?? 'data-1')
      await untilSubscribed()
    }
    await writes.stop()
    const expected = expectedOf(writes, connections)
    const hasArrived = () =>
      followers.every(({ numbers }, at) => numbers.length >= (expected.get(at)?.length ?? 0))
    await eventually(hasArrived, { limitMs: ARRIVES_MS, everyMs: 100 })
    if (plan.loses) for (const { numbers } of followers) numbers.pop()
    const violations = followers.flatMap((follower, at) =>
      checkFollower(follower, expected.get(at) ?? []),
    )
    const failures = [...writes.failures].map(([why, count]) => `${count} writes failed: ${why}`)
    const figures = describeFigures(followers, restarts)
    return {
      violations: [...failures, ...violations],
      figures: `${figures}, ${writes.sent} writes`,
    }
  } finally {
    await Promise.all(followers.map((follower) => follower.stop()))
    await installation.stop()
  }
}

/** Two data processes are restarted in turn behind HAProxy: every stream resumes on the other one and misses nothing. */
export const liveRolling: Suite = {
  name: 'live-rolling',
  isAlone: true,
  isRare: true,
  run: ({ full }) => restartUnderStreams(full ? FULL : SHORT),
  /** Changes that did not arrive must be reported. */
  prove: () => restartUnderStreams(LOSING),
}
