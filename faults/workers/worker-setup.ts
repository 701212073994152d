import {
  openDeployments,
  type RuntimeDeployments,
} from '../../apps/server/src/foundation/durable/workers/runtime-deployments.ts'
import { makeWorkflow, type RunProject } from '../runs/run-project.ts'
import { openSink, type Sink } from '../runs/sink.ts'
import { signIn } from '../stack/call.ts'
import { openSharedServers } from '../stack/shared-servers.ts'
import { type Stack, startStack } from '../stack/stack.ts'
import { type Backend, Balancer } from './balancer.ts'
import { type Host, openNetwork, SHARED_HOST } from './network.ts'

const WORKER_PORT = 9080
const HTTP_PORT = 4000

/** The address that workers share, and the version of their handlers. */
export interface SharedAddress {
  balancer: Balancer
  url: string
  version: string
}

/** A worker on its own host. */
export interface Worker {
  host: Host
  stack: Stack
  backend: Backend
}

/** Servers, an api process, and workers on hosts of their own. */
export interface WorkerSetup {
  dataDir: string
  project: RunProject
  sink: Sink
  deployments: RuntimeDeployments
  /** The durable runtime's admin API. */
  adminUrl: string
  address: SharedAddress
  workers: Worker[]
  openAddress(version: string): Promise<SharedAddress>
  startWorker(host: Host, at: SharedAddress): Promise<Worker>
  stop(): Promise<void>
}

async function startOn(
  host: Host,
  given: { address: SharedAddress; env: Record<string, string>; dataDir: string },
): Promise<Worker> {
  const { balancer, url, version } = given.address
  const healthUrl = `http://${host.address}:${HTTP_PORT}/health/live`
  const backend = { host: host.address, port: WORKER_PORT, healthUrl }
  balancer.add(backend)
  const env = {
    ...given.env,
    PORT: String(HTTP_PORT),
    PLINTH_HOST: host.address,
    PLINTH_ROLES: 'worker',
    PLINTH_WORKER_URL: url,
    PLINTH_WORKER_VERSION: version,
    PLINTH_WORKER_BIND: `${host.address}:${WORKER_PORT}`,
  }
  return { host, backend, stack: await startStack({ dataDir: given.dataDir, via: host.via, env }) }
}

/** Starts this many workers behind one address. */
export async function openWorkerSetup(count: number): Promise<WorkerSetup> {
  const network = openNetwork(count)
  process.once('exit', network.close)
  const sink = await openSink(SHARED_HOST)
  const servers = await openSharedServers(sink)
  const { dataDir, env, adminUrl } = servers
  const balancers: Balancer[] = []
  const openAddress = async (version: string) => {
    const balancer = new Balancer()
    balancers.push(balancer)
    return { balancer, url: await balancer.listen(), version }
  }
  const startWorker = (host: Host, address: SharedAddress) =>
    startOn(host, { address, env, dataDir: servers.newFolder() })
  const address = await openAddress('1')
  const [api, ...workers] = await Promise.all([
    servers.start({ PLINTH_ROLES: 'api,data' }),
    ...network.hosts.map((host) => startWorker(host, address)),
  ])
  const caller = { address: api.address, token: await signIn(api.address) }
  const setup: WorkerSetup = {
    dataDir,
    project: await makeWorkflow(caller, sink),
    sink,
    deployments: openDeployments(adminUrl),
    adminUrl,
    address,
    workers,
    openAddress,
    startWorker,
    async stop() {
      for (const { host, stack } of setup.workers) {
        host.restore()
        if (!stack.hasEnded()) await stack.stop()
      }
      await servers.stop()
      for (const balancer of balancers) balancer.close()
      sink.close()
      process.off('exit', network.close)
      network.close()
    },
  }
  return setup
}
