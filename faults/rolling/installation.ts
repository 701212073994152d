import { freeUrl } from '../stack/free-url.ts'
import { openSharedServers } from '../stack/shared-servers.ts'
import type { Stack } from '../stack/stack.ts'
import { type RunningProxy, SERVERS, type ServerName, startProxy } from './haproxy.ts'

export const SERVER_NAMES = Object.keys(SERVERS) as ServerName[]

/** Two data and two API processes behind HAProxy, and a worker. */
export interface Installation {
  address: string
  /** Of the platform database that all processes share. */
  dataDir: string
  restart(name: ServerName): Promise<void>
  stop(): Promise<void>
}

export async function openInstallation({
  drainSeconds,
  env = {},
}: {
  drainSeconds: number
  /** Further settings of the data and API processes. */
  env?: Record<string, string>
}): Promise<Installation> {
  const servers = await openSharedServers()
  const at = Object.fromEntries(
    await Promise.all(SERVER_NAMES.map(async (name) => [name, new URL(await freeUrl()).host])),
  ) as Record<ServerName, string>
  const processes = new Map<ServerName, Stack>()
  let proxy: RunningProxy | undefined
  const start = async (name: ServerName) => {
    const stack = await servers.start({
      ...env,
      PORT: new URL(`http://${at[name]}`).port,
      PLINTH_ROLES: name.startsWith('data') ? 'data' : 'api',
      PLINTH_DRAIN_SECONDS: String(drainSeconds),
      PLINTH_TRUST_PROXY: '1',
    })
    processes.set(name, stack)
    await proxy?.waitUntilUp(name)
  }
  const stop = async () => {
    await proxy?.stop()
    await servers.stop()
  }
  try {
    const worker = { PLINTH_ROLES: 'worker', PLINTH_WORKER_URL: await freeUrl() }
    await Promise.all([servers.start(worker), ...SERVER_NAMES.map(start)])
    const address = await freeUrl()
    proxy = await startProxy(servers.newFolder(), { at, listen: new URL(address).host })
    for (const name of SERVER_NAMES) await proxy.waitUntilUp(name)
    const restart = async (name: ServerName) => {
      await processes.get(name)?.stop()
      await start(name)
    }
    return { address, dataDir: servers.dataDir, restart, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
