import type { Database } from '@plinth/contract'
import type { Placement } from '../../databases/engine/database-engine.ts'
import { openRunnerAt } from './log-world.ts'

// Adds a row in a sandbox and leaves it open, until the process is killed.
const [engine, place, target, statement] = process.argv.slice(2).map((text) => JSON.parse(text))
const runner = openRunnerAt(engine as Database, place)
const on = { placement: target.placement as Placement, release: target.release }
const sandbox = await runner.openSandbox(on)
const steps = [{ statement, failing: { reason: 'denied' as const } }]
await sandbox.write(on, { steps, shape: 'nothing', ids: [] })
process.send?.('written')
setInterval(() => undefined, 1_000)
