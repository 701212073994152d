import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { checkRuns, withPlatform } from '../runs/check-runs.ts'
import { startInsistently, startOne } from '../runs/run-project.ts'
import { checkWaits, startWaits } from '../runs/waits.ts'
import { eventually } from '../stack/eventually.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { findMoved } from './find-moved.ts'
import { openWorkerSetup, type Worker, type WorkerSetup } from './worker-setup.ts'

type Fault = 'kill' | 'term' | 'network' | 'version' | 'address'

interface Plan {
  workers: number
  faults: readonly Fault[]
  /** Waiting runs, and as many new ones, in each round. */
  runs: number
  limitMs: number
}

const SHORT: readonly Plan[] = [
  { workers: 2, faults: ['kill', 'network', 'version'], runs: 20, limitMs: 240_000 },
]
const ALL: readonly Fault[] = ['kill', 'term', 'network', 'version', 'address']
const FULL: readonly Plan[] = [2, 3].map((workers) => ({
  workers,
  faults: ALL,
  runs: 100,
  limitMs: 180_000,
}))
const LATEST_MS = 1_000
const DRAINED_WITHIN_MS = 60_000

/** The worker that is harmed; the others go on. */
function firstOf(setup: WorkerSetup): Worker {
  const [worker] = setup.workers
  if (!worker) throw new Error('no worker is left')
  return worker
}

async function replace(setup: WorkerSetup, worker: Worker): Promise<void> {
  setup.address.balancer.remove(worker.backend)
  const again = await setup.startWorker(worker.host, setup.address)
  setup.workers = [...setup.workers.filter((one) => one !== worker), again]
}

const urlsOf = async ({ deployments }: WorkerSetup) =>
  (await deployments.list()).map(({ url }) => url)

/** Starts the next version at an address of its own; runs that wait stay on the old one until they have ended. */
async function changeVersion(setup: WorkerSetup, waiting: readonly string[]) {
  const old = { ...setup.address, workers: setup.workers }
  const [leaving, ...staying] = old.workers
  if (!leaving) throw new Error('no worker is left')
  const id = (await setup.deployments.list()).find(({ url }) => url === old.url)?.id ?? ''
  // A worker of the old version stays for its runs; one of the new version takes the host of another.
  old.balancer.remove(leaving.backend)
  await leaving.stack.stop()
  const next = await setup.openAddress(String(Number(old.version) + 1))
  const worker = await setup.startWorker(leaving.host, next)
  setup.address = next
  return {
    problems: [] as string[],
    async after(): Promise<string[]> {
      const problems = await findMoved(setup, { ids: waiting, id })
      const isGone = async () => !(await urlsOf(setup)).includes(old.url)
      if (!(await eventually(isGone, { limitMs: DRAINED_WITHIN_MS, everyMs: 200 })))
        problems.push('the drained deployment was not removed')
      for (const { stack } of staying) await stack.stop()
      setup.workers = [worker]
      for (const { host } of staying) setup.workers.push(await setup.startWorker(host, next))
      return problems
    },
  }
}

/** Stops all workers and starts them at another address; their runs are moved there after a minute. */
async function changeAddress(setup: WorkerSetup): Promise<string[]> {
  const old = setup.address
  for (const { stack, backend } of setup.workers) {
    old.balancer.remove(backend)
    await stack.stop()
  }
  const next = await setup.openAddress(old.version)
  const since = performance.now()
  setup.workers = await Promise.all(setup.workers.map(({ host }) => setup.startWorker(host, next)))
  setup.address = next
  const hasMoved = async () => (await urlsOf(setup)).join() === next.url
  const moved = await eventually(hasMoved, { limitMs: 180_000, everyMs: 200 })
  const seconds = Math.round((performance.now() - since) / 1000)
  if (moved && seconds < 60) return [`the address was given up after ${seconds} s`]
  return moved ? [] : ['the runs did not move to the new address']
}

/** Harms while runs start; returns what to do when they have ended. */
async function harm(setup: WorkerSetup, { fault, waiting }: { fault: Fault; waiting: string[] }) {
  const none = { problems: [] as string[], after: async () => [] as string[] }
  if (fault === 'version') return changeVersion(setup, waiting)
  if (fault === 'address') return { ...none, problems: await changeAddress(setup) }
  const worker = firstOf(setup)
  if (fault === 'network') {
    worker.host.cut()
    const after = async () => {
      worker.host.restore()
      return []
    }
    return { ...none, after }
  }
  if (fault === 'kill') worker.stack.kill('all')
  else await worker.stack.stop()
  const after = async () => {
    await replace(setup, worker)
    return []
  }
  return { ...none, after }
}

/** Whether all have begun to wait; on a slow machine the first ones may have ended. */
const allWait = (setup: WorkerSetup, ids: readonly string[]) =>
  eventually(
    () =>
      withPlatform(setup.dataDir, async (db) => {
        const rows = await db.query(sql`
          select from run where id = any(${ids}::text[]) and status in ('queued', 'running')`)
        return rows.length === 0
      }),
    { limitMs: 60_000, everyMs: 200 },
  )

async function runRound(
  setup: WorkerSetup,
  { fault, plan, name }: { fault: Fault; plan: Plan; name: string },
): Promise<string[]> {
  const { dataDir, sink, project } = setup
  const { runs, limitMs } = plan
  // A version change starts a process while the runs wait.
  const forMs = (fault === 'version' || fault === 'address' ? 20_000 : 5_000) + runs * 200
  const waits = await startWaits(project, { count: runs, forMs, name: `waits-${name}` })
  const problems = (await allWait(setup, waits.ids)) ? [] : ['not all runs were waiting in time']
  const asked = Array.from({ length: runs }, async (_, at) => {
    await sleep(Math.random() * LATEST_MS)
    return startInsistently(project, `${name}-${at}`)
  })
  await sleep(LATEST_MS / 2)
  const harmed = await harm(setup, { fault, waiting: waits.ids })
  const ids = (await Promise.all(asked)).filter((id) => id !== undefined)
  if (ids.length < runs) problems.push(`${runs - ids.length} runs were not accepted`)
  problems.push(...harmed.problems)
  problems.push(...(await checkRuns(dataDir, { ids, sink, limitMs })))
  problems.push(...(await checkWaits(dataDir, { waits, sink, limitMs })))
  problems.push(...(await harmed.after()))
  return problems
}

async function run(plans: readonly Plan[]): Promise<SuiteResult> {
  const violations: string[] = []
  let runs = 0
  for (const plan of plans) {
    const setup = await openWorkerSetup(plan.workers)
    for (const fault of plan.faults) {
      const name = `${plan.workers}-workers-${fault}`
      const since = performance.now()
      const problems = await runRound(setup, { fault, plan, name })
      const seconds = Math.round((performance.now() - since) / 1000)
      console.log(`  ${name}: ${2 * plan.runs} runs, ${problems.length} violations, ${seconds} s`)
      for (const words of problems) console.log(`    ${words}`)
      violations.push(...problems.map((words) => `${name}: ${words}`))
      runs += 2 * plan.runs
    }
    await setup.stop()
  }
  return { violations, figures: `${runs} runs, half of them waiting, ended once each` }
}

export const workers: Suite = {
  name: 'workers',
  run: ({ full }) => run(full ? FULL : SHORT),
  /** With no worker behind the address, runs must be reported as not ended. */
  async prove() {
    const setup = await openWorkerSetup(1)
    firstOf(setup).stack.kill('all')
    const id = await startOne(setup.project, 'prove')
    const ids = id === undefined ? [] : [id]
    const violations = await checkRuns(setup.dataDir, { ids, sink: setup.sink, limitMs: 3_000 })
    await setup.stop()
    return { violations, figures: 'a run without a worker was detected' }
  },
}
