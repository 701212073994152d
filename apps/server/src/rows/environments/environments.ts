import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import { RenewingCache } from '../../foundation/cache/renewing-cache.ts'
import { startCacheRenewal } from '../../foundation/cache/start-cache-renewal.ts'
import type { Jobs } from '../../foundation/jobs/jobs.ts'
import type { Metrics } from '../../foundation/metrics/metrics.ts'
import type { Database } from '../../foundation/platform/database.ts'
import type { PubSub } from '../../foundation/pubsub/pubsub.ts'
import { findDomainByHost } from '../../projects/domains/domain-store.ts'
import { CHANGED_CHANNEL, readChangedHosts } from '../../projects/environments/environment-store.ts'
import { DatabaseFault } from '../runners/database-fault.ts'
import type { RowRunner } from '../runners/row-runner.ts'
import {
  findPlacedEnvironment,
  listEnvironmentVersions,
  listRuleConstants,
} from './environment-store.ts'
import { isUnchanged, type LiveEnvironment, liveEnvironment } from './live-environment.ts'
import { openRefusedRecord } from './record-refused.ts'
import { StatementCache } from './statement-cache.ts'

export interface EnvironmentKey {
  readonly projectId: string
  readonly environment: EnvironmentName
}

/** The environments that serve row requests, cached until they change. */
export interface Environments {
  /** Undefined when there is none; `preparing` until its database is made. */
  find(key: EnvironmentKey): Promise<LiveEnvironment | 'preparing' | undefined>
  /** Whether there is such an environment, also while its database cannot be reached; at once for a cached one. */
  has(key: EnvironmentKey): true | Promise<boolean>
  findByHost(host: string): Promise<EnvironmentKey | undefined>
  /** The environment of an app user. */
  findById(home: { projectId: string; environmentId: string }): Promise<EnvironmentKey | undefined>
  /** Invalidates an environment that its database has just contradicted. */
  evict(environment: Pick<LiveEnvironment, 'id'>): void
  runnerOf(environment: Pick<LiveEnvironment, 'placement'>): RowRunner
  close(): Promise<void>
}

interface Options {
  readonly db: Database
  readonly pubsub: PubSub
  readonly jobs: Jobs
  readonly metrics?: Metrics
  readonly runners: Readonly<Record<LiveEnvironment['placement']['engine'], RowRunner>>
}

const nameOf = ({ projectId, environment }: EnvironmentKey) => `${projectId} ${environment}`

/** An environment with its version on the platform just before it was read. */
interface Seen {
  readonly live: LiveEnvironment
  readonly version: string
}

const TTL_MS = 10_000
const RENEW_WITHIN_MS = 300_000
const RENEW_EVERY_MS = 2_000
const MAX_ENVIRONMENTS = 5_000
const MAX_HOSTS = 10_000

/** Whether a change of a project's host names, or of any for '', may concern this one: no project may have had it. */
const isHostOf = (key: EnvironmentKey | null, projectId: string) =>
  projectId === '' || key === null || key.projectId === projectId

/** Opens the cache of environments of this process. */
export async function openEnvironments(options: Options): Promise<Environments> {
  const { db, pubsub, jobs, metrics, runners } = options
  const live = new RenewingCache<Seen>({
    max: MAX_ENVIRONMENTS,
    ttlMs: TTL_MS,
    renewWithinMs: RENEW_WITHIN_MS,
  })
  const hosts = new RenewingCache<EnvironmentKey | null>({ max: MAX_HOSTS, ttlMs: TTL_MS })
  metrics?.addCache('environment', live.counts)
  metrics?.addCache('host-name', hosts.counts)
  metrics?.addCache('statement', StatementCache.counts)
  const subscription = await pubsub.listen(CHANGED_CHANNEL, {
    onNotify(payload) {
      const projectId = readChangedHosts(payload)
      if (projectId !== undefined) hosts.deleteWhere((key) => isHostOf(key, projectId))
      else live.deleteWhere((seen) => seen.live.id === payload)
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
    const known = live.peekStale(nameOf(key))?.live
    // An unchanged environment keeps its compiled statements.
    const isSame = known && isUnchanged(known, parts)
    return { live: isSame ? known : liveEnvironment(parts), version: placed.version }
  }

  const read = async (key: EnvironmentKey) => {
    const { generation } = live
    const loaded = await load(key)
    if (loaded instanceof Object && isListening()) live.set(nameOf(key), loaded, generation)
    return loaded
  }
  const find: Environments['find'] = async (key) => {
    const name = nameOf(key)
    const found = live.get(name) ?? (await live.share(name, () => read(key)))
    return found instanceof Object ? found.live : found
  }
  const renewal = startCacheRenewal(jobs, {
    name: 'environment-cache-renewal',
    cache: live,
    everyMs: RENEW_EVERY_MS,
    async check(expiring) {
      const own = [...expiring].filter(([, seen]) => isNotifiedOf(seen.live))
      const versions = await listEnvironmentVersions(
        db,
        own.map(([, seen]) => seen.live.id),
      )
      return new Map(own.filter(([, seen]) => versions.get(seen.live.id) === seen.version))
    },
  })

  const readHost = async (host: string): Promise<EnvironmentKey | undefined> => {
    const { generation } = hosts
    const found = await findDomainByHost(db, host)
    const { projectId, environment } = found ?? {}
    const key = projectId && environment ? { projectId, environment } : undefined
    if (isListening()) hosts.set(host, key ?? null, generation)
    return key
  }

  return {
    find,
    has: (key) =>
      live.get(nameOf(key)) !== undefined ||
      findPlacedEnvironment(db, key).then((placed) => placed !== undefined),
    async findByHost(host) {
      const known = hosts.get(host)
      return known === undefined ? await readHost(host) : (known ?? undefined)
    },
    async findById({ projectId, environmentId }) {
      for (const environment of ENVIRONMENT_NAMES) {
        const key = { projectId, environment }
        const found = await find(key)
        if (found instanceof Object && found.id === environmentId) return key
      }
      return undefined
    },
    evict: ({ id }) => live.deleteWhere((seen) => seen.live.id === id),
    runnerOf: ({ placement }) => runners[placement.engine],
    async close() {
      subscription.close()
      await renewal.stop()
      for (const runner of Object.values(runners)) await runner.close()
    },
  }
}

/** Whether the platform notifies of every change: not of a query's columns, nor of an external database. */
function isNotifiedOf({ placement, views, refused }: LiveEnvironment): boolean {
  return placement.connection === null && views === '[]' && refused.length === 0
}

/** Whether an error means that the database has changed since the statement was compiled. */
export function isStaleFault(error: unknown): boolean {
  if (!(error instanceof DatabaseFault)) return false
  // The database rejects a missing value of a field that became required before this process knows of it.
  return error.fault.kind === 'stale' || error.fault.kind === 'required'
}
