import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { call } from '../call.ts'
import { eventually } from '../eventually.ts'
import { withPlatform } from '../runs/judge.ts'
import { type Stack, startStack } from '../stack.ts'
import type { Place } from './place.ts'
import type { Writers } from './writers.ts'

export interface Side {
  place: Place
  writers: Writers
}

export interface World {
  dataDir: string
  env: Record<string, string>
  stack: Stack
  token: string
  sides: Side[]
}

export const callerOf = ({ stack, token }: World) => ({ address: stack.address, token })

export async function killAndStart(world: World, afterMs: number): Promise<void> {
  await sleep(afterMs)
  world.stack.kill('node')
  world.stack = await startStack({ dataDir: world.dataDir, env: world.env })
}

export interface Job {
  id: string
  state: string
  message: string
  projectId?: string | null
}

/** Waits for a job to end, over kills. */
export async function ended(
  world: World,
  { path, name }: { path: string; name: string },
  limitMs: number,
): Promise<Job | undefined> {
  let job: Job | undefined
  await eventually(
    async () => {
      const answer = await call(callerOf(world), { method: 'GET', path })
      const listed = answer.body[`${name}s`] as Job[] | undefined
      job = (answer.body[name] as Job | undefined) ?? listed?.[0]
      return job !== undefined && !['queued', 'running'].includes(job.state)
    },
    { limitMs, everyMs: 100 },
  )
  return job
}

/** What a restore made and nobody can see; a killed command's copy of rows is swept after a minute. */
export async function leftovers({ dataDir }: World): Promise<string[]> {
  return withPlatform(dataDir, async (db) => {
    const placed = await db.query<{ database: string; schema: string }>(
      sql`select database, schema from placement union all
        select placement::json ->> 'database', placement::json ->> 'schema' from discarded_placement`,
    )
    const known = new Set(placed.map(({ database }) => database))
    const files = readdirSync(join(dataDir, 'projects')).filter(
      (name) => !/-(wal|shm)$|\.snapshot/.test(name),
    )
    const staged = await db.query<{ count: number }>(
      sql`select count(*)::int as count from restore_part`,
    )
    const strange = files.filter((name) => !known.has(name))
    return [
      ...strange.map((name) => `${name} belongs to no environment`),
      ...(staged[0]?.count ? [`${staged[0].count} staged lines are left`] : []),
    ]
  })
}
