import { startEmbedded } from '../start-embedded.ts'

/** A process that tests may kill: starts both servers, prints one line, and keeps running. */
const [dataDir = ''] = process.argv.slice(2)
const quiet = () => undefined
const log = { info: quiet, warn: quiet, error: quiet }

try {
  const embedded = await startEmbedded({ dataDir, postgres: true, restate: true, log })
  process.once('SIGTERM', () => void embedded.stop().then(() => process.exit(0)))
  process.stdout.write(`${JSON.stringify(embedded)}\n`)
  setInterval(quiet, 60_000)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: String(error) })}\n`)
  process.exitCode = 1
}
