import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerUser } from '../process/choose-server-user.ts'
import { MAX_PATH_BYTES, makeSocketFolder } from './socket-folder.ts'

const LONGEST_NAME = 'ingress.sock'

/**
 * The path under which our process reaches the sockets that Restate makes in `folder`. Where that path is too long for a
 * socket, it is a link in the socket folder of `home`; each admin call reconnects, so the link never looks unused to
 * programs that clear the temporary directory.
 */
export async function linkSockets(
  folder: string,
  { home, user }: { home: string; user: ServerUser },
): Promise<string> {
  if (Buffer.byteLength(join(folder, LONGEST_NAME)) <= MAX_PATH_BYTES) return folder
  const link = join(await makeSocketFolder(home, user), 's')
  await rm(link, { recursive: true, force: true })
  await symlink(folder, link)
  return link
}
