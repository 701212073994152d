import { openDeployments } from '../../apps/server/src/foundation/durable/workers/runtime-deployments.ts'
import { migratePlatform } from '../../apps/server/src/foundation/platform/migrate-platform.ts'
import { SCHEMA_VERSION } from '../../apps/server/src/foundation/platform/schema-versions.ts'
import { checkWaits, startWaits } from '../runs/waits.ts'
import { signIn } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import { freeUrl } from '../stack/free-url.ts'
import type { Stack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { findMoved } from '../workers/find-moved.ts'
import { makeLoaded, startLoad } from './load.ts'
import { openUpgradeSetup, type UpgradeSetup } from './upgrade-setup.ts'

interface Plan {
  /** Writes that are acknowledged in every phase. */
  writes: number
  waiting: number
  waitMs: number
}

const SHORT: Plan = { writes: 200, waiting: 10, waitMs: 40_000 }
const FULL: Plan = { writes: 3_000, waiting: 100, waitMs: 120_000 }
const PHASE_MS = 120_000

const refusalOf = (start: Promise<unknown>) =>
  start.then(
    () => 'it started',
    (error: Error) => error.message,
  )

/** A build two versions behind the database refuses it in plain words; one version behind, it starts. */
async function checkRefusal(setup: UpgradeSetup, workerUrl: string): Promise<string[]> {
  await migratePlatform(setup.databaseUrl, SCHEMA_VERSION + 1)
  const problems: string[] = []
  const said = await refusalOf(setup.startWeb('old'))
  if (!/The platform database was changed by a newer build \([^)]*\.sql\)/.test(said))
    problems.push(`release ${setup.release.version} two versions behind: ${said.slice(0, 500)}`)
  const [web] = await Promise.all([setup.startWeb('new'), setup.startWorker('new', workerUrl)])
  await signIn(web.address)
  return problems
}

interface Move {
  oldWeb: Stack
  newUrl: string
  /** Waits until enough was written in a phase. */
  phase(name: string): Promise<void>
}

/** Moves a running installation forward, back and forward again. */
async function moveThrough(setup: UpgradeSetup, { oldWeb, newUrl, phase }: Move) {
  const { front, adminUrl } = setup
  const deployments = openDeployments(adminUrl)
  await phase('old')

  // Workers first: their handlers are known before anything calls them.
  const newWorker = await setup.startWorker('new', newUrl)
  const isLatest = async () => (await deployments.findLatest())?.url === newUrl
  if (!(await eventually(isLatest, { limitMs: PHASE_MS, everyMs: 200 })))
    throw new Error('new work does not go to the new workers')
  let newWeb = await setup.startWeb('new')
  await phase('both')
  await front.stop(oldWeb)
  await phase('new')

  const again = await setup.startWeb('old')
  await front.stop(newWeb)
  await phase('back')

  newWeb = await setup.startWeb('new')
  await front.stop(again)
  await phase('forward')
  return { newWeb, newWorker }
}

/** Starts the old build, moves it, and checks what was written, run and scheduled meanwhile. */
async function upgrade(setup: UpgradeSetup, plan: Plan): Promise<SuiteResult> {
  const { front, dataDir, sink, adminUrl } = setup
  const [oldUrl, newUrl] = [await freeUrl(), await freeUrl()]
  const [oldWeb, oldWorker] = await Promise.all([
    setup.startWeb('old'),
    setup.startWorker('old', oldUrl),
  ])
  const token = await signIn(oldWeb.address)
  const loaded = await makeLoaded({ address: oldWeb.address, token }, sink)
  const waits = await startWaits(loaded.runs, { count: plan.waiting, forMs: plan.waitMs })
  const { id = '' } = (await openDeployments(adminUrl).findLatest()) ?? {}
  const load = startLoad(front, { loaded, token, sink })
  const violations: string[] = []
  const phase = async (name: string) => {
    const wanted = load.countDone() + plan.writes
    const isDone = () => load.countDone() >= wanted
    if (!(await eventually(isDone, { limitMs: PHASE_MS })))
      violations.push(`${name}: fewer than ${plan.writes} writes within ${PHASE_MS / 1000} s`)
  }
  // The load ends before the processes, so that a failed start is reported and not the load without them.
  const moving = moveThrough(setup, { oldWeb, newUrl, phase }).finally(() => load.stop())
  const { newWeb, newWorker } = await moving

  violations.push(...(await checkWaits(dataDir, { waits, sink, limitMs: plan.waitMs + 60_000 })))
  violations.push(...(await findMoved(setup, { ids: waits.ids, id })))
  const checked = await load.check(dataDir)
  violations.push(...checked.violations)
  await front.stop(newWeb)
  await Promise.all([oldWorker.stop(), newWorker.stop()])
  violations.push(...(await checkRefusal(setup, newUrl)))
  return {
    violations,
    figures: `release ${setup.release.version} and this build on one database, forward, back and forward: ${checked.figures}, ${plan.waiting} waiting runs`,
  }
}

async function run(plan: Plan): Promise<SuiteResult> {
  const setup = await openUpgradeSetup()
  try {
    return await upgrade(setup, plan)
  } finally {
    await setup.stop()
  }
}

export const upgrades: Suite = {
  name: 'upgrade',
  isRare: true,
  run: ({ full }) => run(full ? FULL : SHORT),
  /** A process that ends without draining must be reported. */
  async prove() {
    const setup = await openUpgradeSetup()
    try {
      const url = await freeUrl()
      const [web, other] = await Promise.all([
        setup.startWeb('new'),
        setup.startWeb('new'),
        setup.startWorker('new', url),
      ])
      const token = await signIn(web.address)
      const loaded = await makeLoaded({ address: web.address, token }, setup.sink)
      const load = startLoad(setup.front, { loaded, token, sink: setup.sink })
      await eventually(() => load.countDone() >= SHORT.writes, { limitMs: PHASE_MS })
      other.kill('node')
      await eventually(() => load.countDone() >= 2 * SHORT.writes, { limitMs: PHASE_MS })
      await load.stop()
      const { violations } = await load.check(setup.dataDir)
      return { violations, figures: 'failed requests were detected' }
    } finally {
      await setup.stop()
    }
  },
}
