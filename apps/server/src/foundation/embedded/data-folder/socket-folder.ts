import { chown, mkdir, mkdtemp, realpath, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerUser } from '../process/choose-server-user.ts'

/** The kernel allows 107 bytes for a socket's path; the rest is reserved for its file name. */
export const MAX_PATH_BYTES = 90

/**
 * Makes the 0700 folder of a server's unix sockets and returns its path. Below a long path the folder is made in the
 * system's temporary directory, and `home/socket` links to it.
 */
export async function makeSocketFolder(home: string, user: ServerUser): Promise<string> {
  const folder = join(home, 'socket')
  const socketFolder = await findSocketFolder(home)
  if (socketFolder !== undefined && (await isPrivate(socketFolder, user))) return socketFolder
  await rm(folder, { recursive: true, force: true })
  const isShort = Buffer.byteLength(folder) <= MAX_PATH_BYTES
  const made = isShort ? folder : await mkdtemp(join(tmpdir(), 'plinth-'))
  if (isShort) await mkdir(folder, { mode: 0o700 })
  else await symlink(made, folder)
  if (user.switched) await chown(made, user.uid, user.gid)
  return made
}

/** The folder that a start has made, or undefined. */
export async function findSocketFolder(home: string): Promise<string | undefined> {
  return realpath(join(home, 'socket')).catch(() => undefined)
}

// Another account could have made a folder of this name after the temporary directory was cleared.
async function isPrivate(folder: string, user: ServerUser): Promise<boolean> {
  const { uid, mode } = await stat(folder)
  return uid === user.uid && (mode & 0o077) === 0 && Buffer.byteLength(folder) <= MAX_PATH_BYTES
}
