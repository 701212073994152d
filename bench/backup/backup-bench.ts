import { must } from '../../faults/backup/backup-project.ts'
import { call } from '../../faults/stack/call.ts'
import { eventually } from '../../faults/stack/eventually.ts'
import type { Stack } from '../../faults/stack/stack.ts'

const LIMIT_MS = 1_800_000

export interface BackupBench {
  stack: Stack
  dataDir: string
  token: string
}

export const callerOf = ({ stack, token }: BackupBench) => ({ address: stack.address, token })

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return (performance.now() - since) / 1000
}

interface Started {
  id: string
  state: string
  message: string
  bytes?: number
  projectId?: string
}

/** Starts a job and waits for its end. */
export async function finish(
  setup: BackupBench,
  { start, watch, body }: { start: string; watch: (id: string) => string; body: object },
): Promise<Started> {
  const answer = await must(callerOf(setup), { path: start, body })
  const job = (answer.backup ?? answer.restore) as Started
  let found: Started | undefined
  await eventually(
    async () => {
      const { body: said } = await call(callerOf(setup), { method: 'GET', path: watch(job.id) })
      const listed = said.restores as Started[] | undefined
      found = (said.backup as Started | undefined) ?? listed?.find(({ id }) => id === job.id)
      return found !== undefined && !['queued', 'running'].includes(found.state)
    },
    { limitMs: LIMIT_MS, everyMs: 50 },
  )
  if (found?.state !== 'done') throw new Error(`it ${found?.state}: ${found?.message}`)
  return found
}
