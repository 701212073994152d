import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A data directory that does not exist yet, below a folder that every account may enter. */
export async function temporaryDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-embedded-'))
  await chmod(folder, 0o755)
  return {
    dataDir: join(folder, 'data'),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  }
}
