import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../runs/check-runs.ts'
import { call } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import { type Stack, startStack } from '../stack/stack.ts'
import type { BackupProject } from './backup-project.ts'
import type { Writers } from './writers.ts'

export interface Side {
  project: BackupProject
  writers: Writers
}

export interface BackupSetup {
  dataDir: string
  env: Record<string, string>
  stack: Stack
  token: string
  sides: Side[]
}

export const callerOf = ({ stack, token }: BackupSetup) => ({ address: stack.address, token })

export async function killAndStart(setup: BackupSetup, afterMs: number): Promise<void> {
  await sleep(afterMs)
  setup.stack.kill('node')
  setup.stack = await startStack({ dataDir: setup.dataDir, env: setup.env })
}

export interface Job {
  id: string
  state: string
  message: string
  projectId?: string | null
}

/** Waits for a job to end, across kills. */
export async function ended(
  setup: BackupSetup,
  { path, name }: { path: string; name: string },
  limitMs: number,
): Promise<Job | undefined> {
  let job: Job | undefined
  await eventually(
    async () => {
      const answer = await call(callerOf(setup), { method: 'GET', path })
      const listed = answer.body[`${name}s`] as Job[] | undefined
      job = (answer.body[name] as Job | undefined) ?? listed?.[0]
      return job !== undefined && !['queued', 'running'].includes(job.state)
    },
    { limitMs, everyMs: 100 },
  )
  return job
}

/** Invisible leftovers of a restore; a killed command's copy of rows is removed after a minute. */
export async function leftovers({ dataDir }: BackupSetup): Promise<string[]> {
  return withPlatform(dataDir, async (db) => {
    const placed = await db.query<{ database: string; schema: string }>(
      sql`select database, schema from placement union all
        select placement::json ->> 'database', placement::json ->> 'schema' from replaced_placement`,
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
