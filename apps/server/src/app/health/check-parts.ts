import type { PartHealth } from '@plinth/contract'
import { readServerRights } from '../../foundation/platform/check-database-servers.ts'
import { listMissingRights } from '../../foundation/platform/database-rights.ts'
import type { ProcessRole } from '../../foundation/settings/env.ts'
import { FILES_PER_STREAM } from '../../foundation/settings/live-settings.ts'
import { openFilesLimit } from '../../foundation/settings/open-files-limit.ts'
import { freeBytes } from '../../rows/request/require-free-space.ts'
import type { Context } from '../context/context.ts'
import { readServerVersion } from './health-store.ts'

const TIMEOUT_MS = 3_000
const CACHED_MS = 1_000

interface Checked {
  version?: string | undefined
  reason?: string | undefined
  /** More about the reason, for admins only. */
  detail?: string | undefined
}

/** A dependency; `check` returns why it is not as it should be, and rejects if it does not answer. */
interface Part {
  name: string
  requiredBy: readonly ProcessRole[]
  check(): Promise<Checked>
}

export type CheckedPart = PartHealth & { version?: string; detail?: string }

async function checkPart(part: Part, roles: ReadonlySet<ProcessRole>): Promise<CheckedPart> {
  const { name, requiredBy } = part
  const required = requiredBy.some((role) => roles.has(role))
  const late = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const { version, reason, detail } = await Promise.race([
      part.check(),
      new Promise<never>((_, reject) => {
        late.addEventListener('abort', () => reject(new Error('no answer')))
      }),
    ])
    const versioned = version === undefined ? {} : { version }
    if (reason === undefined) return { name, ready: true, required, ...versioned }
    return { name, ready: false, required, reason, ...(detail && { detail }), ...versioned }
  } catch {
    // The cause may name internal hosts and users, and readiness is public.
    return { name, ready: false, required, reason: 'does not answer' }
  }
}

/** The servers of rows, one per region that has its own; shared by all processes, so none is required. */
function dataServers({ databaseServers }: Context): Part[] {
  return databaseServers.flatMap(({ region, url, holdsRows }) => {
    if (!holdsRows) return []
    const check = async () => {
      const rights = await readServerRights(url, TIMEOUT_MS)
      const missing = listMissingRights(rights)
      const { versionNumber } = rights
      const version = `PostgreSQL ${Math.floor(versionNumber / 10_000)}.${versionNumber % 10_000}`
      if (missing.length === 0) return { version }
      return { version, reason: 'lacks rights', detail: missing.join('; ') }
    }
    const name = region === 'default' ? 'data databases' : `data databases (${region})`
    return [{ name, requiredBy: [], check }]
  })
}

function partsOf(context: Context): Part[] {
  const { db, durable, engines, files, env, runner } = context
  return [
    {
      name: 'platform database',
      requiredBy: ['api', 'data', 'worker'],
      check: async () => ({ version: await readServerVersion(db) }),
    },
    ...dataServers(context),
    {
      name: 'project files',
      requiredBy: ['data'],
      check: async () => {
        await engines.sqlite3.check()
        return {}
      },
    },
    {
      name: 'file store',
      requiredBy: [],
      check: async () => {
        for (const store of files.all) await store.check()
        return {}
      },
    },
    {
      name: 'disk',
      requiredBy: [],
      check: async () =>
        (await freeBytes(env.dataDir)) < env.minFreeBytes ? { reason: 'is nearly full' } : {},
    },
    {
      name: 'open files',
      requiredBy: [],
      check: async () => {
        const needed = env.roles.has('data') ? env.live.connections * FILES_PER_STREAM : 0
        if (openFilesLimit() >= needed) return {}
        return {
          reason: 'are limited to fewer than the streams of changes need',
          detail: `Set nofile to at least ${needed}, or lower PLINTH_LIVE_CONNECTIONS.`,
        }
      },
    },
    {
      name: 'script runner',
      requiredBy: [],
      check: async () => (runner.problem ? { reason: 'cannot jail scripts, refuses them' } : {}),
    },
    // A worker that nothing reaches yet must count as ready: a balancer adds it only then.
    { name: 'durable runtime', requiredBy: [], check: () => durable.check() },
    { name: 'workers', requiredBy: [], check: () => durable.checkWorkers() },
  ]
}

/** The names of the parts that are checked. */
export const listPartNames = (context: Context) => partsOf(context).map(({ name }) => name)

const cached = new WeakMap<Context, { at: number; parts: Promise<CheckedPart[]> }>()

/** Checks every dependency of this process; calls within a second share one check, because readiness is public. */
export function checkParts(context: Context): Promise<CheckedPart[]> {
  const known = cached.get(context)
  if (known && performance.now() - known.at < CACHED_MS) return known.parts
  const checks = partsOf(context).map((part) => checkPart(part, context.env.roles))
  const parts = Promise.all(checks)
  cached.set(context, { at: performance.now(), parts })
  return parts
}
