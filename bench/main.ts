import { appSignInTime } from './accounts/app-sign-in-time.ts'
import { signInTime } from './accounts/sign-in-time.ts'
import { backup } from './backup/backup.ts'
import { gridFar, gridImport, gridWork } from './browser/in-browser.ts'
import { hostileNeighbour } from './fair/hostile-neighbour.ts'
import { uploadThroughput } from './files/upload-throughput.ts'
import { live } from './live/live.ts'
import { describeMachine } from './measure/describe-machine.ts'
import type { Measurement } from './measure/measurement.ts'
import { writeResult } from './measure/write-result.ts'
import { directus } from './others/directus.ts'
import { n8n } from './others/n8n.ts'
import { projectList } from './projects/project-list.ts'
import { startTime } from './projects/start-time.ts'
import { thousandEnvironments } from './projects/thousand-environments.ts'
import { thousandProjects } from './projects/thousand-projects.ts'
import { computed } from './rows/computed.ts'
import { dataApi } from './rows/data-api.ts'
import { dataApiProjects } from './rows/data-api-projects.ts'
import { metricsCost } from './rows/metrics-cost.ts'
import { pooler } from './rows/pooler.ts'
import { requestLog } from './rows/request-log.ts'
import { rowRunners } from './rows/row-runners.ts'
import { runnerStatements } from './rows/runner-statements.ts'
import { rowEventCost } from './runs/row-event-cost.ts'
import { runHistory } from './runs/run-history.ts'
import { schedules } from './runs/schedules.ts'
import { tenNodes } from './runs/ten-nodes.ts'
import { waits } from './runs/waits.ts'
import { webhooks } from './runs/webhooks.ts'
import { schemaEdits } from './schema/schema-edits.ts'
import { millionRows } from './sync/million-rows.ts'
import { syncUnderTraffic } from './sync/sync-under-traffic.ts'

const MEASUREMENTS: readonly Measurement[] = [
  startTime,
  uploadThroughput,
  backup,
  signInTime,
  appSignInTime,
  projectList,
  syncUnderTraffic,
  millionRows,
  schemaEdits,
  thousandEnvironments,
  thousandProjects,
  dataApi,
  dataApiProjects,
  computed,
  hostileNeighbour,
  tenNodes,
  webhooks,
  waits,
  schedules,
  rowEventCost,
  live,
  requestLog,
  metricsCost,
  runHistory,
  gridWork,
  gridFar,
  gridImport,
]
/** Run only by name: comparisons with other products, which npm installs first, and of two ways to run a statement. */
const WHEN_NAMED: readonly Measurement[] = [directus, n8n, pooler, rowRunners, runnerStatements]

const names = process.argv.slice(2)
const all = [...MEASUREMENTS, ...WHEN_NAMED]
const allNames = all.map((measurement) => measurement.name)
const wrong = names.filter((name) => !allNames.includes(name))
if (wrong.length > 0) {
  console.error(`Unknown: ${wrong.join(', ')}. Measurements: ${allNames.join(', ')}`)
  process.exit(2)
}

async function passes({ name, run }: Measurement): Promise<boolean> {
  console.log(`\n${name}`)
  const machine = describeMachine()
  try {
    const { figures, violations, result } = await run()
    const file = writeResult(name, { machine, figures, ...result })
    for (const violation of violations) console.log(`  VIOLATION: ${violation}`)
    console.log(`${violations.length === 0 ? 'passed' : 'FAILED'} ${name}: ${figures}; see ${file}`)
    return violations.length === 0
  } catch (error) {
    console.log(`FAILED ${name}:`, error)
    return false
  }
}

let failed = 0
const chosen = names.length === 0 ? MEASUREMENTS : all.filter(({ name }) => names.includes(name))
for (const measurement of chosen) if (!(await passes(measurement))) failed += 1
console.log(`${chosen.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
