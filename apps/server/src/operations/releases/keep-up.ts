import { GONE_DAYS } from '@plinth/contract'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { OperationsContext } from '../context.ts'
import { type Due, planNextLook, takeDueMaintenance } from './upkeep-store.ts'

type Parts = Pick<OperationsContext, 'db' | 'engines' | 'log'>

const EVERY_MS = 60_000
const AGAIN_MS = 120_000
const DAY_MS = 86_400_000

const later = (ms: number) => new Date(Date.now() + ms)

/** A release that says it runs is promised once more; without one, the database ends what it left. */
async function recover(
  parts: Parts,
  { transaction, due }: { transaction: Transaction; due: Due },
): Promise<void> {
  const { placement, runningId } = due
  const { environmentId } = placement
  if (runningId !== null) {
    // Two runs of one release follow each other, and the second finds nothing to do.
    await addToOutbox(transaction, { topic: 'applyRelease', key: runningId })
    return planNextLook(transaction, { environmentId, recoverAt: later(AGAIN_MS) })
  }
  const ended = await parts.engines[placement.engine].recover(placement)
  if (ended.length > 0) parts.log.info({ environmentId, ended }, 'ended what was left half done')
  await planNextLook(transaction, { environmentId, recoverAt: null })
}

/** Destroys what has been set aside for longer than it is kept, and looks when the next is due. */
async function purge(
  parts: Parts,
  { transaction, due }: { transaction: Transaction; due: Due },
): Promise<void> {
  const { placement } = due
  const { environmentId } = placement
  const engine = parts.engines[placement.engine]
  const purged = await engine.purgeTrash(placement, { before: later(-GONE_DAYS * DAY_MS) })
  if (purged.length > 0) parts.log.info({ environmentId, purged }, 'what was set aside is gone')
  const { gone } = await engine.readCatalogue(placement)
  const oldest = Math.min(...gone.map(({ goneOn }) => Date.parse(goneOn)))
  const next = Math.max(oldest + GONE_DAYS * DAY_MS, Date.now() + DAY_MS / 24)
  await planNextLook(transaction, {
    environmentId,
    purgeAt: gone.length === 0 ? null : new Date(next),
  })
}

/** Looks after one environment whose time has come; false if there is none. */
export async function keepUpOnce(parts: Parts): Promise<boolean> {
  return parts.db.transaction(async (transaction) => {
    const due = await takeDueMaintenance(transaction)
    if (!due) return false
    const { environmentId } = due.placement
    try {
      if (due.mustRecover) await recover(parts, { transaction, due })
      if (due.mustPurge) await purge(parts, { transaction, due })
    } catch (error) {
      parts.log.warn({ err: error, environmentId }, 'upkeep failed; trying again later')
      const recoverAt = due.mustRecover ? { recoverAt: later(AGAIN_MS) } : {}
      const purgeAt = due.mustPurge ? { purgeAt: later(DAY_MS / 24) } : {}
      await planNextLook(transaction, { environmentId, ...recoverAt, ...purgeAt })
    }
    return true
  })
}

/** Looks after environments at the start and every minute; of several processes one takes each. */
export function keepUp(parts: Parts): { stop(): Promise<void> } {
  let isStopped = false
  let running: Promise<void> | undefined
  const look = async () => {
    while (!isStopped && (await keepUpOnce(parts)));
  }
  const start = () => {
    running ??= look()
      .catch((error) => parts.log.warn({ err: error }, 'upkeep failed; trying again'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(start, EVERY_MS)
  timer.unref()
  start()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
