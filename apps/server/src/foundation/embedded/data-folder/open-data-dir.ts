import { access, chmod, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { checkOwner, checkReachable } from '../process/check-access.ts'
import type { ServerUser } from '../process/choose-server-user.ts'
import { StartError } from '../process/start-error.ts'

/** Creates the data directory if needed and returns its real path; throws a StartError if it cannot be used. */
export async function openDataDir(dataDir: string, user: ServerUser): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 }).catch((error: unknown) => {
    throw new StartError(`The data directory ${dataDir} cannot be made: ${reason(error)}`)
  })
  const real = await realpath(dataDir)
  const { uid, mode } = await stat(real)
  await access(real, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new StartError(
      `The data directory ${real} belongs to uid ${uid} and ${user.name} may not write to it: ` +
        'start as its owner, or choose another data directory.',
    )
  })
  await checkOwner(join(real, 'postgres'), user)
  await checkOwner(join(real, 'restate'), user)
  // Allows traversal, not listing; secret files in here have mode 600 themselves.
  if (user.switched && (mode & 0o001) === 0) await chmod(real, (mode & 0o7777) | 0o001)
  await checkReachable(real, user)
  return real
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
