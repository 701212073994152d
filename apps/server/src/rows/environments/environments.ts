import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import { Kept } from '../../foundation/cache/kept.ts'
import { startRenewal } from '../../foundation/cache/renew-kept.ts'
import type { Jobs } from '../../foundation/jobs/jobs.ts'
import type { Database } from '../../foundation/platform/database.ts'
import type { PubSub } from '../../foundation/pubsub/pubsub.ts'
import { findDomainByHost } from '../../projects/domains/domain-store.ts'
import { CHANGED_CHANNEL } from '../../projects/environments/environment-store.ts'
import { DatabaseFault } from '../runners/database-fault.ts'
import type { RowRunner, Soon } from '../runners/row-runner.ts'
import { findPlacedEnvironment, listRuleConstants, listVersions } from './environment-store.ts'
import { isUnchanged, type LiveEnvironment, liveEnvironment } from './live-environment.ts'
import { openRefusedRecord } from './record-refused.ts'

export interface EnvironmentKey {
  readonly projectId: string
  readonly environment: EnvironmentName
}

/** The environments whose rows are asked for, kept until something about them changes. */
export interface Environments {
  /** Undefined when there is none; `preparing` until its database is made. */
  find(key: EnvironmentKey): Soon<LiveEnvironment | 'preparing' | undefined>
  findByHost(host: string): Soon<EnvironmentKey | undefined>
  /** Where an app user is at home. */
  findById(home: { projectId: string; environmentId: string }): Promise<EnvironmentKey | undefined>
  /** Forgets what a database has just proved wrong. */
  forget(environment: Pick<LiveEnvironment, 'id'>): void
  runnerOf(environment: Pick<LiveEnvironment, 'placement'>): RowRunner
  close(): Promise<void>
}

interface Options {
  readonly db: Database
  readonly pubsub: PubSub
  readonly jobs: Jobs
  readonly runners: Readonly<Record<LiveEnvironment['placement']['engine'], RowRunner>>
}

const nameOf = ({ projectId, environment }: EnvironmentKey) => `${projectId} ${environment}`

/** An environment with what the platform said of it just before it was read. */
interface Seen {
  readonly live: LiveEnvironment
  readonly version: string
}

const KEPT_MS = 10_000
const RENEWED_MS = 300_000
const RENEW_MS = 2_000
const MOST_ENVIRONMENTS = 5_000
const MOST_HOSTS = 10_000

/** Opens the register of environments of this process. */
export async function openEnvironments(options: Options): Promise<Environments> {
  const { db, pubsub, jobs, runners } = options
  const live = new Kept<Seen>({
    most: MOST_ENVIRONMENTS,
    ms: KEPT_MS,
    renewedMs: RENEWED_MS,
  })
  const hosts = new Kept<EnvironmentKey | null>({ most: MOST_HOSTS, ms: KEPT_MS })
  const subscription = await pubsub.listen(CHANGED_CHANNEL, {
    onNotify(payload) {
      if (payload === 'hosts') hosts.clear()
      else live.forgetWhere((seen) => seen.live.id === payload)
    },
    onGap() {
      hosts.clear()
      live.clear()
    },
  })
  const isListening = () => subscription.isListening()

  const recordRefused = openRefusedRecord(db)

  async function load(key: EnvironmentKey): Promise<Seen | 'preparing' | undefined> {
    const placed = await findPlacedEnvironment(db, key)
    if (!placed) return undefined
    if (!placed.ready) return 'preparing'
    const [recorded, constants] = await Promise.all([
      runners[placed.placement.engine].readRecord(placed.placement),
      listRuleConstants(db, placed.id),
    ])
    await recordRefused(placed, recorded.refused)
    const parts = { placed, recorded, constants }
    const known = live.peek(nameOf(key))?.live
    // What was compiled for it stays good.
    const isSame = known && isUnchanged(known, parts)
    return { live: isSame ? known : liveEnvironment(parts), version: placed.version }
  }

  const read = async (key: EnvironmentKey) => {
    const { age } = live
    const loaded = await load(key)
    if (loaded instanceof Object && isListening()) live.set(nameOf(key), loaded, age)
    return loaded
  }
  const readTogether = async (key: EnvironmentKey) => {
    const found = await live.together(nameOf(key), () => read(key))
    return found instanceof Object ? found.live : found
  }
  const find: Environments['find'] = (key) => live.get(nameOf(key))?.live ?? readTogether(key)
  const renewal = startRenewal(jobs, {
    name: 'environment-cache-renewal',
    kept: live,
    everyMs: RENEW_MS,
    async ask(ending) {
      const own = [...ending].filter(([, seen]) => isToldOf(seen.live))
      const versions = await listVersions(
        db,
        own.map(([, seen]) => seen.live.id),
      )
      return new Map(own.filter(([, seen]) => versions.get(seen.live.id) === seen.version))
    },
  })

  const readHost = async (host: string): Promise<EnvironmentKey | undefined> => {
    const { age } = hosts
    const found = await findDomainByHost(db, host)
    const { projectId, environment } = found ?? {}
    const key = projectId && environment ? { projectId, environment } : undefined
    if (isListening()) hosts.set(host, key ?? null, age)
    return key
  }

  return {
    find,
    findByHost(host) {
      const known = hosts.get(host)
      return known === undefined ? readHost(host) : (known ?? undefined)
    },
    async findById({ projectId, environmentId }) {
      for (const environment of ENVIRONMENT_NAMES) {
        const key = { projectId, environment }
        const found = await find(key)
        if (found instanceof Object && found.id === environmentId) return key
      }
      return undefined
    },
    forget: ({ id }) => live.forgetWhere((seen) => seen.live.id === id),
    runnerOf: ({ placement }) => runners[placement.engine],
    async close() {
      subscription.close()
      await renewal.stop()
      for (const runner of Object.values(runners)) await runner.close()
    },
  }
}

/** Whether the platform knows of every change: not of what a query answers, nor of a database of somebody else. */
function isToldOf({ placement, views, refused }: LiveEnvironment): boolean {
  return placement.connection === null && views === '[]' && refused.length === 0
}

/** Whether a database said that it is no longer what a statement was compiled for. */
export function isStale(error: unknown): boolean {
  if (!(error instanceof DatabaseFault)) return false
  // A field that became required since is refused by the database before we know of it.
  return error.fault.kind === 'stale' || error.fault.kind === 'required'
}
