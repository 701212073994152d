import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ServerUser } from './choose-server-user.ts'
import { StartError } from './start-error.ts'

/** Throws if the servers' user may not enter `folder` or one of its ancestors. */
export async function checkReachable(folder: string, user: ServerUser): Promise<void> {
  if (!user.switched) return
  for (const step of [...ancestors(folder), folder]) {
    const { uid, gid, mode } = await stat(step)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) !== 0) continue
    throw new StartError(
      `As root the embedded servers run as the user ${user.name}, who may not enter ${step}: ` +
        `run "chmod o+x ${step}", choose another place than ${folder}, or start as a plain user.`,
    )
  }
}

/** Throws if another account owns the data, before anything is written. */
export async function checkOwner(folder: string, user: ServerUser): Promise<void> {
  const owner = await ownerOf(folder)
  if (owner === undefined || owner === user.uid) return
  const given = user.switched ? folder : dirname(folder)
  throw new StartError(
    `${folder} belongs to uid ${owner}, but the embedded servers would run as ${user.name} ` +
      `(uid ${user.uid}): start as the account that made the data, ` +
      `or give it away with "chown -R ${user.uid}:${user.gid} ${given}".`,
  )
}

async function ownerOf(folder: string): Promise<number | undefined> {
  try {
    return (await stat(folder)).uid
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function ancestors(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [] : [...ancestors(parent), parent]
}
