import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database.ts'
import type { WorkerAddress } from './claim-address.ts'
import type { Deployment, RuntimeDeployments } from './runtime-deployments.ts'
import { Silence } from './silence.ts'
import {
  claimVersion,
  listWorkerVersions,
  markDrained,
  moveVersion,
  releaseJobLease,
  takeJobLease,
  type WorkerVersion,
} from './worker-store.ts'

const LEASE_SECONDS = 30
/** A deployment without open invocations is removed when it still has none after this time. */
const DRAINED_MS = 10_000
/** Another version waits longer, so that new workers of the silent version come first. */
const OTHER_VERSION_FACTOR = 2

interface Parts {
  db: Database
  deployments: RuntimeDeployments
  worker: WorkerAddress
  /** An address is given up after this time without an answer. */
  silentMs: number
  log: Pick<Logger, 'info' | 'warn'>
}

/**
 * Registers the address of this worker's version, moves deployments whose address has not answered for `silentMs` to
 * it, and removes drained ones. One process per version does so, under a lease.
 */
export class WorkerRegistration {
  readonly #parts: Parts
  readonly #holder = randomUUID()
  #leaseName: string
  readonly #silence = new Silence()
  readonly #idleSince = new Map<string, number>()
  #isReached = true

  constructor(parts: Parts) {
    this.#parts = parts
    this.#leaseName = `workers ${parts.worker.version}`
  }

  /**
   * Registers at the start. `check` tries again if the runtime cannot reach this worker yet, or if the database is busy
   * with the runs that it resumes.
   */
  async start(): Promise<void> {
    const { db, deployments, worker, log } = this.#parts
    try {
      const current = (await listWorkerVersions(db)).find(({ isDrained }) => !isDrained)
      if (current?.version !== worker.version || current.url !== worker.url) {
        log.warn(
          { ...worker, current },
          'durable: another address is registered, waiting for it to fall silent',
        )
        return
      }
      await deployments.register(worker.url)
    } catch (error) {
      log.warn({ err: error, ...worker }, 'durable: worker not registered yet, retrying')
    }
  }

  async check(): Promise<void> {
    const { deployments, worker, log } = this.#parts
    const handlers = await deployments.discover(worker.url)
    if (!handlers) {
      if (this.#isReached)
        log.warn(worker, 'durable: the runtime reaches no worker at this address')
      this.#isReached = false
      return
    }
    this.#isReached = true
    const { url } = await claimVersion(this.#parts.db, worker)
    // A worker at another address must not keep those at the recorded one from their checks.
    const isOwn = url === worker.url
    this.#leaseName = `${isOwn ? 'workers' : 'worker address'} ${worker.version}`
    if (!(await this.#hasLease())) return
    await this.#moveSilent(isOwn ? undefined : url)
    const current = await this.#findCurrent()
    if (current?.version !== worker.version || current.url !== worker.url) return
    const latest = await this.#register(handlers)
    if (latest) await this.#removeDrained(latest)
  }

  async close(): Promise<void> {
    await releaseJobLease(this.#parts.db, { name: this.#leaseName, holder: this.#holder })
  }

  #hasLease(): Promise<boolean> {
    const lease = { name: this.#leaseName, holder: this.#holder, seconds: LEASE_SECONDS }
    return takeJobLease(this.#parts.db, lease)
  }

  async #isSilent(url: string, factor = 1): Promise<boolean> {
    const hasAnswered = (await this.#parts.deployments.discover(url)) !== undefined
    const ms = this.#silence.note(url, hasAnswered)
    return !hasAnswered && ms >= this.#parts.silentMs * factor
  }

  /**
   * Moves deployments to this worker's address: those at the recorded one if that is another, otherwise those that no
   * version has.
   */
  async #moveSilent(recorded: string | undefined): Promise<void> {
    const { db, deployments, worker, log } = this.#parts
    const listed = await deployments.list()
    const kept = new Set([worker.url])
    for (const { url, isDrained } of await listWorkerVersions(db)) if (!isDrained) kept.add(url)
    const unknown = listed.map(({ url }) => url).filter((url) => !kept.has(url))
    for (const url of recorded === undefined ? new Set(unknown) : [recorded]) {
      if (!(await this.#isSilent(url)) || !(await this.#hasLease())) continue
      for (const { id } of listed.filter((one) => one.url === url)) {
        log.warn({ from: url, to: worker.url }, 'durable: address does not answer, moving its runs')
        await deployments.repoint(id, worker.url)
      }
      if (url === recorded) await moveVersion(db, worker)
    }
  }

  /** The version that gets new work; this one takes over from a version that does not answer. */
  async #findCurrent(): Promise<WorkerVersion | undefined> {
    const { db, worker, log } = this.#parts
    const find = async () => (await listWorkerVersions(db)).find(({ isDrained }) => !isDrained)
    const current = await find()
    if (!current || current.version === worker.version) return current
    if (!(await this.#isSilent(current.url, OTHER_VERSION_FACTOR))) return current
    log.warn({ from: current.version, to: worker.version }, 'durable: version takes over new work')
    await moveVersion(db, { ...worker, isCurrent: true })
    return find()
  }

  /** Registers this address if it does not receive new work, or lacks handlers that a worker there has. */
  async #register(handlers: ReadonlySet<string>): Promise<Deployment | undefined> {
    const { deployments, worker, log } = this.#parts
    const latest = await deployments.findLatest()
    const known = latest?.url === worker.url ? await deployments.handlersOf(latest.id) : undefined
    if (known && [...handlers].every((name) => known.has(name))) return latest
    log.warn(worker, 'durable: worker not registered, registering')
    await deployments.register(worker.url)
    return deployments.findLatest()
  }

  async #removeDrained(latest: Deployment): Promise<void> {
    const { db, deployments, worker, log } = this.#parts
    const versions = await listWorkerVersions(db)
    // A newer version may have registered since the check began.
    if (versions.find(({ isDrained }) => !isDrained)?.version !== worker.version) return
    const left: Deployment[] = []
    for (const deployment of await deployments.list()) {
      if (deployment.id === latest.id) continue
      if ((await deployments.countOpen(deployment.id)) > 0) {
        this.#idleSince.delete(deployment.id)
        left.push(deployment)
        continue
      }
      const since = this.#idleSince.get(deployment.id) ?? performance.now()
      this.#idleSince.set(deployment.id, since)
      if (performance.now() - since < Math.min(DRAINED_MS, this.#parts.silentMs))
        left.push(deployment)
      else {
        log.info({ ...deployment }, 'durable: deployment drained, removing it')
        await deployments.remove(deployment.id)
        this.#idleSince.delete(deployment.id)
      }
    }
    for (const { version, url, isDrained } of versions) {
      if (isDrained || version === worker.version || left.some((one) => one.url === url)) continue
      await markDrained(db, version)
    }
  }
}
