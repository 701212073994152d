import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import type { Logger } from 'pino'
import { Kept } from '../../foundation/cache/kept.ts'
import { renewKept } from '../../foundation/cache/renew-kept.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { hearChannel } from '../../foundation/pubsub/hear-channel.ts'
import { findDomainByHost } from '../../projects/domains/domain-store.ts'
import { CHANGED_CHANNEL } from '../../projects/environments/environment-store.ts'
import { DatabaseFault } from '../runners/database-fault.ts'
import type { MaybePromise, RowRunner } from '../runners/row-runner.ts'
import {
  findPlacedEnvironment,
  listEnvironmentVersions,
  listRuleConstants,
} from './environment-store.ts'
import { isUnchanged, type LiveEnvironment, liveEnvironment } from './live-environment.ts'
import { openRefusedRecord } from './record-refused.ts'

export interface EnvironmentKey {
  readonly projectId: string
  readonly environment: EnvironmentName
}

/** Cache of loaded environments; entries are evicted when the environment changes. */
export interface Environments {
  /** Undefined if it does not exist; `preparing` until its database is created. Synchronous on a cache hit. */
  find(key: EnvironmentKey): MaybePromise<LiveEnvironment | 'preparing' | undefined>
  findByHost(host: string): MaybePromise<EnvironmentKey | undefined>
  /** The environment that an app user belongs to. */
  findById(home: { projectId: string; environmentId: string }): Promise<EnvironmentKey | undefined>
  /** Evicts an environment whose cached schema proved outdated. */
  evict(environment: Pick<LiveEnvironment, 'id'>): void
  runnerOf(environment: Pick<LiveEnvironment, 'placement'>): RowRunner
  close(): Promise<void>
}

interface Options {
  readonly db: Database
  readonly url: string
  readonly log: Logger
  readonly runners: Readonly<Record<LiveEnvironment['placement']['engine'], RowRunner>>
}

const nameOf = ({ projectId, environment }: EnvironmentKey) => `${projectId} ${environment}`

/** A loaded environment with the version that the platform database had just before. */
interface Seen {
  readonly live: LiveEnvironment
  readonly version: string
}

const KEPT_MS = 10_000
const RENEWED_MS = 300_000
const RENEW_MS = 2_000
const MOST_ENVIRONMENTS = 5_000
const MOST_HOSTS = 10_000

export async function openEnvironments({ db, url, log, runners }: Options): Promise<Environments> {
  const live = new Kept<Seen>({
    most: MOST_ENVIRONMENTS,
    ms: KEPT_MS,
    renewedMs: RENEWED_MS,
  })
  const hosts = new Kept<EnvironmentKey | null>({ most: MOST_HOSTS, ms: KEPT_MS })
  const ear = await hearChannel({
    url,
    channel: CHANGED_CHANNEL,
    log,
    onWord(payload) {
      if (payload === undefined || payload === 'hosts') hosts.clear()
      if (payload !== 'hosts')
        live.forgetWhere((seen) => payload === undefined || seen.live.id === payload)
    },
  })
  const isHeard = () => ear.hears()

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
    // Keeps the statements compiled for it.
    const isSame = known && isUnchanged(known, parts)
    return { live: isSame ? known : liveEnvironment(parts), version: placed.version }
  }

  const read = async (key: EnvironmentKey) => {
    const { age } = live
    const loaded = await load(key)
    if (loaded instanceof Object && isHeard()) live.set(nameOf(key), loaded, age)
    return loaded
  }
  const readTogether = async (key: EnvironmentKey) => {
    const found = await live.together(nameOf(key), () => read(key))
    return found instanceof Object ? found.live : found
  }
  const find: Environments['find'] = (key) => live.get(nameOf(key))?.live ?? readTogether(key)
  const stop = renewKept({
    kept: live,
    everyMs: RENEW_MS,
    log,
    async ask(ending) {
      const own = [...ending].filter(([, seen]) => isToldOf(seen.live))
      const versions = await listEnvironmentVersions(
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
    if (isHeard()) hosts.set(host, key ?? null, age)
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
    evict: ({ id }) => live.forgetWhere((seen) => seen.live.id === id),
    runnerOf: ({ placement }) => runners[placement.engine],
    async close() {
      stop()
      await ear.close()
      for (const runner of Object.values(runners)) await runner.close()
    },
  }
}

/** Whether notifications cover every change. Queries of Computed tables and external databases change unnoticed. */
function isToldOf({ placement, views, refused }: LiveEnvironment): boolean {
  return placement.connection === null && views === '[]' && refused.length === 0
}

/** Whether a statement failed because it was compiled for an outdated schema. */
export function isStaleFault(error: unknown): boolean {
  if (!(error instanceof DatabaseFault)) return false
  // A column that became required meanwhile is rejected by the database before the cache knows of it.
  return error.fault.kind === 'stale' || error.fault.kind === 'required'
}
