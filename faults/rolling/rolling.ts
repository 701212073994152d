import { makeBackupProject } from '../backup/backup-project.ts'
import { readTable } from '../backup/check-backup.ts'
import { type Caller, signIn } from '../stack/call.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { openInstallation, SERVER_NAMES } from './installation.ts'
import { type SteadyLoad, sendSteadily } from './send-steadily.ts'

interface Plan {
  writesPerSecond: number
  forMs: number
  /** Longer than the balancer needs to notice. */
  drainSeconds: number
}

const SHORT: Plan = { writesPerSecond: 100, forMs: 60_000, drainSeconds: 6 }
const FULL: Plan = { writesPerSecond: 500, forMs: 300_000, drainSeconds: 6 }
const WITHOUT_DRAIN: Plan = { ...SHORT, drainSeconds: 0 }
const RENAMES_PER_SECOND = 10

const describeFailures = (what: string, { sent, failures }: SteadyLoad) =>
  [...failures].map(([failure, count]) => `${count} of ${sent} ${what} failed: ${failure}`)

/** Every acknowledged row is there, and none twice. */
async function checkRows(
  caller: Caller,
  projectId: string,
  { done }: SteadyLoad,
): Promise<string[]> {
  const rows = await readTable(caller, { projectId, table: 'first' })
  const stored = new Set(rows.map(({ n }) => Number(n)))
  const lost = [...done].filter((number) => !stored.has(number))
  return [
    ...(lost.length > 0 ? [`${lost.length} acknowledged rows are lost`] : []),
    ...(rows.length > stored.size ? [`${rows.length - stored.size} rows are stored twice`] : []),
  ]
}

async function restartInTurn(plan: Plan): Promise<SuiteResult> {
  const installation = await openInstallation(plan)
  try {
    const { address } = installation
    const caller = { address, token: await signIn(address) }
    const { projectId } = await makeBackupProject(caller, {
      database: 'postgres',
      rows: 0,
      files: 0,
    })
    const writes = sendSteadily(address, {
      perSecond: plan.writesPerSecond,
      make: (n) => {
        const path = `/api/data/first?$projectId=${projectId}`
        return { method: 'POST', path, body: { client: 1, n } }
      },
    })
    const renames = sendSteadily(address, {
      perSecond: RENAMES_PER_SECOND,
      make: (n) => {
        const path = `/api/project/${projectId}`
        return { method: 'PUT', path, body: { name: `name ${n}` }, token: caller.token }
      },
    })
    const end = performance.now() + plan.forMs
    let restarts = 0
    while (performance.now() < end) {
      await installation.restart(SERVER_NAMES[restarts % SERVER_NAMES.length] ?? 'data-1')
      restarts += 1
    }
    await Promise.all([writes.stop(), renames.stop()])
    const seconds = Math.round(plan.forMs / 1_000)
    const p99 = Math.round(
      writes.times.sort((a, b) => a - b)[Math.floor(writes.times.length * 0.99)] ?? 0,
    )
    return {
      violations: [
        ...describeFailures('writes', writes),
        ...describeFailures('renames', renames),
        ...(await checkRows(caller, projectId, writes)),
      ],
      figures: `${restarts} restarts behind HAProxy in ${seconds} s: ${writes.sent} writes (p99 ${p99} ms) and ${renames.sent} renames, ${plan.writesPerSecond} writes a second`,
    }
  } finally {
    await installation.stop()
  }
}

export const rolling: Suite = {
  name: 'rolling',
  isAlone: true,
  isRare: true,
  run: ({ full }) => restartInTurn(full ? FULL : SHORT),
  /** Processes that end without draining must be reported. */
  prove: () => restartInTurn(WITHOUT_DRAIN),
}
