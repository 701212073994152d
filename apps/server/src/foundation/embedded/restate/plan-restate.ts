import { chmod, chown, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { requestRuntime } from '../../durable/request-runtime.ts'
import { linkSockets } from '../data-folder/link-sockets.ts'
import { checkReachable } from '../process/check-access.ts'
import type { ServerUser } from '../process/choose-server-user.ts'
import type { EmbeddedLog, EmbeddedRestate } from '../process/embedded.ts'
import { endLeftovers } from '../process/end-leftovers.ts'
import { findRestateBinary } from '../process/native-files.ts'
import { writePrivateFile } from '../process/private-file.ts'
import { rotateLog } from '../process/server-log.ts'
import type { ServerPlan } from '../process/server-plan.ts'
import { restateConfig, restateNode } from './restate-config.ts'
import { loadRestateIdentity } from './restate-identity.ts'

/** Writes Restate's settings and returns how to run it on this data directory. */
export async function planRestate(options: {
  dataDir: string
  user: ServerUser
  log: EmbeddedLog
  alwaysReplay: boolean
}): Promise<{ plan: ServerPlan; restate: EmbeddedRestate }> {
  const { dataDir, user, log, alwaysReplay } = options
  const file = findRestateBinary()
  await checkReachable(dirname(file), user)
  const home = join(dataDir, 'restate')
  await mkdir(home, { recursive: true, mode: 0o700 })
  // Restate's sockets accept every account that can reach them, so the folder's mode keeps other accounts out.
  await chmod(home, 0o700)
  if (user.switched) await chown(home, user.uid, user.gid)
  // Queries could read this file in earlier builds, so its key is not used any more.
  await rm(join(home, 'identity.pem'), { force: true })
  const keyFile = join(home, 'request-signing-key.pem')
  const identityKey = await loadRestateIdentity(keyFile, user)
  const config = join(home, 'restate.toml')
  const tmpDir = join(home, 'tmp')
  const baseDir = join(home, 'data')
  const sockets = await linkSockets(join(baseDir, restateNode), { home, user })
  await writePrivateFile({
    path: config,
    content: restateConfig({ baseDir, tmpDir, keyFile, alwaysReplay }),
    owner: user,
  })
  const logFile = join(dataDir, 'restate.log')
  await rotateLog(logFile)
  const restate = {
    ingressUrl: `unix:${join(sockets, 'ingress.sock')}`,
    adminUrl: `unix:${join(sockets, 'admin.sock')}`,
    identityKey,
  }
  const plan: ServerPlan = {
    name: 'restate',
    command: {
      file,
      args: ['--no-logo', '--config-file', config],
      cwd: home,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', SCARF_ANALYTICS: 'false' },
      user,
      logFile,
    },
    stopSteps: [{ signal: 'SIGTERM', limitMs: 12_000 }],
    readyLimitMs: 60_000,
    prepare: async () => {
      await endLeftovers({ folder: home, files: [file], log })
      // Restate does not remove it after a kill.
      await rm(tmpDir, { recursive: true, force: true })
    },
    isReady: async () =>
      (await answers(restate.ingressUrl, 'restate/health')) &&
      (await answers(restate.adminUrl, 'health')),
  }
  return { plan, restate }
}

async function answers(address: string, path: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(1_000)
    return (await requestRuntime(address, { method: 'GET', path, signal })).status === 200
  } catch {
    return false
  }
}
