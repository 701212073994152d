import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Suite, SuiteResult } from '../stack/suite.ts'

const INSIDE = join(import.meta.dirname, 'inside.ts')

/** The attempts run with their own hosts file, so that names can resolve to any address. */
async function tryAll(guard: 'closed' | 'open'): Promise<SuiteResult> {
  const folder = mkdtempSync(join(tmpdir(), 'outbound-'))
  const hosts = join(folder, 'hosts')
  writeFileSync(hosts, '')
  try {
    const { stdout } = await promisify(execFile)('unshare', [
      ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
      '--mount',
      'sh',
      '-c',
      'mount --bind "$0" /etc/hosts && exec "$@"',
      hosts,
      process.execPath,
      INSIDE,
      guard,
    ])
    const { tried, violations } = JSON.parse(stdout) as { tried: number; violations: string[] }
    return { violations, figures: `${tried} attempts to reach internal addresses` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** R23–R26: no outbound call reaches an internal address, whatever the user enters. */
export const outbound: Suite = {
  name: 'outbound',
  run: () => tryAll('closed'),
  prove: () => tryAll('open'),
}
