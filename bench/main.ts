import { appSignInTime } from './app-sign-in-time.ts'
import { backup } from './backup.ts'
import { computed } from './computed.ts'
import { dataApi } from './data-api.ts'
import { dataApiProjects } from './data-api-projects.ts'
import { describeMachine } from './describe-machine.ts'
import { directus } from './directus.ts'
import { gridFar, gridImport, gridWork } from './in-browser.ts'
import type { Measurement } from './measurement.ts'
import { millionRows } from './million-rows.ts'
import { n8n } from './n8n.ts'
import { projectList } from './project-list.ts'
import { requestLog } from './request-log.ts'
import { rowEventCost } from './row-event-cost.ts'
import { runHistory } from './run-history.ts'
import { schedules } from './schedules.ts'
import { signInTime } from './sign-in-time.ts'
import { startTime } from './start-time.ts'
import { syncUnderTraffic } from './sync-under-traffic.ts'
import { tenNodes } from './ten-nodes.ts'
import { thousandEnvironments } from './thousand-environments.ts'
import { uploadThroughput } from './upload-throughput.ts'
import { waits } from './waits.ts'
import { webhooks } from './webhooks.ts'
import { writeResult } from './write-result.ts'

const MEASUREMENTS: readonly Measurement[] = [
  startTime,
  uploadThroughput,
  backup,
  signInTime,
  appSignInTime,
  projectList,
  syncUnderTraffic,
  millionRows,
  thousandEnvironments,
  dataApi,
  dataApiProjects,
  computed,
  tenNodes,
  webhooks,
  waits,
  schedules,
  rowEventCost,
  requestLog,
  runHistory,
  gridWork,
  gridFar,
  gridImport,
]
/** Beside other products, which npm installs first: only when asked for by name. */
const WHEN_NAMED: readonly Measurement[] = [directus, n8n]

const names = process.argv.slice(2)
const all = [...MEASUREMENTS, ...WHEN_NAMED]
const known = all.map((measurement) => measurement.name)
const wrong = names.filter((name) => !known.includes(name))
if (wrong.length > 0) {
  console.error(`Unknown: ${wrong.join(', ')}. Measurements: ${known.join(', ')}`)
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
