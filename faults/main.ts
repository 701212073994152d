import { spawn } from 'node:child_process'
import { answers } from './answers/answers.ts'
import { approvals } from './approvals/approvals.ts'
import { attacks } from './attacks/attacks.ts'
import { sqlAttacks } from './attacks/sql-attacks.ts'
import { backup } from './backup/backup.ts'
import { badRequests } from './bad-requests/bad-requests.ts'
import { firstAdmin } from './first-admin/first-admin.ts'
import { killEverything } from './kill/kill-everything.ts'
import { live } from './live/live.ts'
import { liveCrowd } from './live/live-crowd.ts'
import { liveHeld } from './live/live-held.ts'
import { liveNeighbours } from './live/live-neighbours.ts'
import { liveOrder } from './live/live-order.ts'
import { liveProxy } from './live-proxy/live-proxy.ts'
import { oauthCallbacks } from './oauth-callbacks/oauth-callbacks.ts'
import { signInCallbacks } from './oauth-callbacks/sign-in-callbacks.ts'
import { outbound } from './outbound/outbound.ts'
import { planPairsSuite } from './releases/plan-pairs.ts'
import { releases } from './releases/releases.ts'
import { liveRolling } from './rolling/live-rolling.ts'
import { rolling } from './rolling/rolling.ts'
import { rowEvents } from './row-events/row-events.ts'
import { extractor } from './rows/extractor.ts'
import { oddValues } from './rows/odd-values.ts'
import { killRuns } from './runs/kill-runs.ts'
import { lostRuntime } from './runs/lost-runtime.ts'
import { scripts } from './scripts/scripts.ts'
import { singleSignOn } from './single-sign-on/single-sign-on.ts'
import type { Suite } from './stack/suite.ts'
import { tenants } from './tenants/tenants.ts'
import { upgrades } from './upgrade/upgrade.ts'
import { uploads } from './uploads/uploads.ts'
import { webhooks } from './webhooks/webhooks.ts'
import { workers } from './workers/workers.ts'
import { workflowTests } from './workflow-tests/workflow-tests.ts'

// The longest of those that run side by side come first.
const SUITES: readonly Suite[] = [
  backup,
  lostRuntime,
  releases,
  sqlAttacks,
  workers,
  upgrades,
  liveProxy,
  killEverything,
  killRuns,
  approvals,
  rowEvents,
  live,
  liveOrder,
  webhooks,
  outbound,
  badRequests,
  planPairsSuite,
  workflowTests,
  tenants,
  extractor,
  oddValues,
  singleSignOn,
  oauthCallbacks,
  signInCallbacks,
  uploads,
  firstAdmin,
  scripts,
  liveHeld,
  liveCrowd,
  liveNeighbours,
  rolling,
  liveRolling,
  answers,
  attacks,
]
const SIDE_BY_SIDE = 2
const SHOWN = 20

const args = process.argv.slice(2)
const flags = args.filter((word) => word.startsWith('--'))
const names = args.filter((word) => !word.startsWith('--'))
const allNames = SUITES.map((suite) => suite.name)
const wrong = [
  ...names.filter((name) => !allNames.includes(name)),
  ...flags.filter((flag) => flag !== '--full' && flag !== '--prove'),
]
if (wrong.length > 0) {
  console.error(
    `Unknown: ${wrong.join(', ')}. Suites: ${allNames.join(', ')}; flags: --full --prove`,
  )
  process.exit(2)
}
const full = flags.includes('--full')
const proving = flags.includes('--prove')

async function passes(suite: Suite): Promise<boolean> {
  const since = performance.now()
  console.log(`\n${suite.name}${proving ? ', guard off' : ''}${full ? ', full counts' : ''}`)
  try {
    const { violations, figures } = await (proving ? suite.prove({ full }) : suite.run({ full }))
    for (const violation of violations.slice(0, SHOWN)) {
      console.log(`  ${proving ? 'found' : 'VIOLATION'}: ${violation}`)
    }
    if (violations.length > SHOWN) console.log(`  … and ${violations.length - SHOWN} more`)
    const passed = proving === violations.length > 0
    const seconds = Math.round((performance.now() - since) / 1000)
    console.log(`${passed ? 'passed' : 'FAILED'} ${suite.name}: ${figures}; ${seconds} s`)
    return passed
  } catch (error) {
    console.log(`FAILED ${suite.name}:`, error)
    return false
  }
}

/** Runs a suite in its own process and prints its output when it has ended, so that two of them do not mix. */
function passesApart(suite: Suite): Promise<boolean> {
  const child = spawn(process.execPath, [import.meta.filename, suite.name, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => void child.kill()
  process.once('exit', end)
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk))
  }
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.off('exit', end)
      process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

async function runAll(suites: readonly Suite[]): Promise<number> {
  const waiting = suites.filter(({ isAlone }) => !isAlone)
  let failed = 0
  const takeNext = async () => {
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) {
      if (!(await passesApart(suite))) failed += 1
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, takeNext))
  for (const suite of suites.filter(({ isAlone }) => isAlone)) {
    if (!(await passesApart(suite))) failed += 1
  }
  console.log(`\n${suites.length - failed} passed, ${failed} failed`)
  return failed
}

const chosen = SUITES.filter(({ name, isRare }) =>
  names.length === 0 ? full || !isRare : names.includes(name),
)
const [only, ...others] = chosen
const hasPassed = only && others.length === 0 ? await passes(only) : (await runAll(chosen)) === 0
process.exit(hasPassed ? 0 : 1)
