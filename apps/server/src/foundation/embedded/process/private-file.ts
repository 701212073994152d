import { open, readFile, rename, rm } from 'node:fs/promises'
import type { ServerUser } from './choose-server-user.ts'

/** Writes a file with mode 600 atomically: after a crash it exists completely or not at all. */
export async function writePrivateFile(file: {
  path: string
  content: string
  owner?: ServerUser
}): Promise<void> {
  const temporary = `${file.path}.new`
  await rm(temporary, { force: true })
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await handle.writeFile(file.content)
    if (file.owner?.switched) await handle.chown(file.owner.uid, file.owner.gid)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file.path)
}

/** Reads a text file; undefined if it does not exist. */
export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
