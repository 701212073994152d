import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatEarlierBuild } from '../../settings/earlier-build.ts'
import { StartError } from '../process/start-error.ts'

const LAYOUT_FILE = 'layout'
const LAYOUT = '1\n'

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Throws for a data directory with servers of a build that wrote no layout file. Changes nothing. */
export async function checkLayout(dataDir: string): Promise<void> {
  if (await exists(join(dataDir, LAYOUT_FILE))) return
  for (const server of ['postgres', 'restate']) {
    if (await exists(join(dataDir, server))) {
      throw new StartError(formatEarlierBuild(`The data directory ${dataDir}`))
    }
  }
}

/** Marks a new data directory before any server writes to it. Idempotent. */
export async function markLayout(dataDir: string): Promise<void> {
  await writeFile(join(dataDir, LAYOUT_FILE), LAYOUT)
}
