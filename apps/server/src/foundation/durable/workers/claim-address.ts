import type { Database } from '../../platform/database.ts'
import { SettingsError } from '../../settings/env.ts'
import type { RuntimeDeployments } from './runtime-deployments.ts'
import { claimVersion, listWorkerVersions, markDrained, moveVersion } from './worker-store.ts'

/** A version of the handlers and the address of its workers. */
export interface WorkerAddress {
  version: string
  url: string
}

interface Parts {
  db: Database
  deployments: Pick<RuntimeDeployments, 'list' | 'findLatest' | 'discover' | 'countOpen'>
  worker: WorkerAddress
  /** Other versions whose open runs this worker continues. */
  continues?: readonly string[]
}

/** Another version at this address: its open runs would continue on handlers that they did not begin with. */
async function checkOtherVersion(parts: Parts, other: string): Promise<void> {
  const { db, deployments, worker, continues = [] } = parts
  const { version, url } = worker
  const own =
    `Workers of version ${version} need an address of their own: set PLINTH_WORKER_URL to one, ` +
    `and keep a worker of version ${other} running at ${url} until its runs have ended.`
  if (await deployments.discover(url)) {
    throw new SettingsError(`Workers of version ${other} answer at ${url}. ${own}`)
  }
  const listed = (await deployments.list()).filter((one) => one.url === url)
  const counts = await Promise.all(listed.map(({ id }) => deployments.countOpen(id)))
  const open = counts.reduce((sum, count) => sum + count, 0)
  if (open > 0 && !continues.includes(other)) {
    throw new SettingsError(
      `${open} runs and tasks that began on version ${other} are open at ${url}. ${own}`,
    )
  }
  await markDrained(db, other)
}

/**
 * Checks the address of this worker before it listens, and records it if its version has none. Throws a SettingsError if
 * workers of the same version answer at another address, or if another version has this one.
 */
export async function claimAddress(parts: Parts): Promise<void> {
  const { db, deployments, worker } = parts
  const versions = await listWorkerVersions(db)
  const other = versions.find(
    (one) => one.version !== worker.version && one.url === worker.url && !one.isDrained,
  )
  if (other) await checkOtherVersion(parts, other.version)
  // An installation of an earlier build has an address in the runtime and none on record.
  const latest = versions.length > 0 ? undefined : await deployments.findLatest()
  const onRecord = await claimVersion(db, { ...worker, url: latest?.url ?? worker.url })
  if (onRecord.isDrained) await checkDrained(parts)
  else if (onRecord.url !== worker.url && (await deployments.discover(onRecord.url))) {
    throw new SettingsError(
      `PLINTH_WORKER_URL is ${worker.url}, but workers answer at ${onRecord.url}. ` +
        `All workers share one address, a load balancer or DNS name in front of them: set PLINTH_WORKER_URL to ` +
        `${onRecord.url} and the port of this process with PLINTH_WORKER_BIND. ` +
        `To change the address, stop the workers at ${onRecord.url} first.`,
    )
  }
}

/** A worker of a replaced version starts only where the version that replaced it does not answer. */
async function checkDrained({ db, deployments, worker }: Parts): Promise<void> {
  const current = (await listWorkerVersions(db)).find(({ isDrained }) => !isDrained)
  if (current && current.version !== worker.version && (await deployments.discover(current.url))) {
    throw new SettingsError(
      `Workers of version ${worker.version} have been replaced by version ${current.version}, which answers at ` +
        `${current.url}. Start workers of that version, or stop them first to go back.`,
    )
  }
  if (!current) await moveVersion(db, { ...worker, isCurrent: true })
}

/** Moves all deployments of a durable runtime that only this process uses to this worker, which must answer already. */
export async function takeDeployments({
  deployments,
  worker,
}: Pick<Parts, 'worker'> & {
  deployments: Pick<RuntimeDeployments, 'list' | 'repoint'>
}): Promise<void> {
  for (const { id, url } of await deployments.list()) {
    if (url !== worker.url) await deployments.repoint(id, worker.url)
  }
}
