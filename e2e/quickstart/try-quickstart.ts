import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import { CHROMIUM } from '../harness/chromium.ts'
import { followActs, type Reader } from './follow-acts.ts'
import { readQuickstart } from './read-quickstart.ts'
import { openTerminal } from './terminal.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAX_MINUTES = 10

/** Follows the quickstart of the committed state in a new clone. */
async function tryQuickstart(folder: string): Promise<void> {
  const since = performance.now()
  const seconds = () => Math.round((performance.now() - since) / 1000)
  execFileSync('git', ['clone', '--quiet', ROOT, join(folder, 'plinth')])
  const page = readFileSync(join(folder, 'plinth/docs/guide/quickstart.md'), 'utf8')
  const [start = [], ...sections] = readQuickstart(page)
  const [port, appPort] = [String(await freePort()), String(await freePort())]
  const adapt = (written: string) =>
    written.replaceAll('localhost:4000', `localhost:${port}`).replaceAll('5173', appPort)
  const browser = await chromium.launch(CHROMIUM)
  // The first terminal stays with the server, the second begins in the folder that contains the clone.
  const [server, terminal] = [openTerminal(folder), openTerminal(folder)]
  const reader: Reader = { page: await browser.newPage(), terminal, adapt }
  try {
    await server.run(`export PORT=${port}`)
    await followActs({ ...reader, terminal: server }, start)
    console.log(`Started after ${seconds()} s`)
    for (const acts of sections) await followActs(reader, acts)
    console.log(`The app works after ${seconds()} s`)
    if (seconds() > MAX_MINUTES * 60) throw new Error(`It took more than ${MAX_MINUTES} minutes`)
  } finally {
    await terminal.close()
    await server.close()
    await browser.close()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'quickstart-'))
// The user of the embedded servers reads it too.
chmodSync(folder, 0o755)
try {
  await tryQuickstart(folder)
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
