import type { Configuration } from '@plinth/contract'
import { mergeConfigurations } from '@plinth/schema'
import type { ApplyResult } from '../../databases/engine/database-engine.ts'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import type { Steps } from '../../foundation/durable/durable.ts'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { toConfigurationText } from '../../projects/configuration/configuration-text.ts'
import {
  findTarget,
  moveDraft,
  type ReleaseTarget,
  readDraft,
  recordApplied,
} from '../../projects/environments/target-store.ts'
import { markChanged } from '../../projects/usage/usage-store.ts'
import { hasProtected } from '../../rows/file-store/protect-files.ts'
import { hasRowTriggers } from '../../rows/row-events/row-event-store.ts'
import type { OperationsContext } from '../context.ts'
import { markReleaseEnded } from './maintenance-store.ts'
import { endPromotions } from './promotions.ts'
import {
  endRelease,
  findRelease,
  type ReleaseRecord,
  readReleasePlan,
  saveReleaseProgress,
} from './release-store.ts'
import { watchCancel } from './watch-cancel.ts'

const PROGRESS_MS = 250
/** Between two attempts; a person waits for the release. */
const LONGEST_PAUSE_MS = 5_000

type Parts = Pick<OperationsContext, 'db' | 'pubsub' | 'engines' | 'log'>
type Outcome = { applied: Configuration } | { failed: string }

const FAILED: Record<Exclude<ApplyResult['kind'], 'applied' | 'busy'>, string> = {
  changed: 'The database changed since the plan was made. Review the plan again.',
  locked: 'A table was in use for too long. Nothing was changed; try again.',
  blocked: 'The rows that are there now do not allow this. Review the plan again.',
  refused: 'The database refused a step. Nothing was changed.',
  cancelled: 'It was cancelled. Nothing was changed.',
}

function toOutcome(result: ApplyResult): Outcome {
  if (result.kind === 'applied') return { applied: result.configuration }
  if (result.kind === 'busy')
    throw new Error('release: another migration of this environment is in progress')
  if (result.kind === 'refused' || result.kind === 'locked') {
    return { failed: `${FAILED[result.kind]} ${result.message}`.trim() }
  }
  return { failed: FAILED[result.kind] }
}

/** Applies the release; with the same id, a repeated call continues where the last attempt stopped. */
async function apply(
  parts: Parts,
  {
    release,
    target,
    signal,
  }: { release: ReleaseRecord; target: ReleaseTarget; signal: AbortSignal },
): Promise<Outcome> {
  const engine = parts.engines[target.placement.engine]
  let reportedAt = 0
  const acting = {
    migrationId: release.id,
    by: release.by,
    signal,
    onProgress: ({ words, done }: { words: string; done: number }) => {
      if (Date.now() - reportedAt < PROGRESS_MS) return
      reportedAt = Date.now()
      saveReleaseProgress(parts.db, { id: release.id, message: words, progress: done }).catch(
        (error) => {
          parts.log.debug({ err: error }, 'release: saving progress failed')
        },
      )
    },
  }
  const { placement } = target
  if (release.kind === 'undo') return toOutcome(await engine.undoLast(placement, acting))
  if (release.kind === 'restore') {
    return toOutcome(
      await engine.restoreFromTrash(placement, { ...acting, trashId: release.trashId ?? '' }),
    )
  }
  const plan = readReleasePlan(release)
  return toOutcome(await engine.applyPlan(placement, { ...acting, plan }))
}

/**
 * Updates the draft to what an undo, a restore or a deploy applied. A draft with changes of its own keeps them,
 * also those saved while the release ran; if they contradict the release, the draft stays as it is.
 */
async function followDraft(
  transaction: Transaction,
  {
    release,
    target,
    applied,
  }: { release: ReleaseRecord; target: ReleaseTarget; applied: Configuration },
): Promise<void> {
  if (release.kind === 'sync') return
  const { environmentId } = target
  const mine = await readDraft(transaction, environmentId)
  const merged = mergeConfigurations({ base: target.applied, mine, theirs: applied })
  const draft = release.kind === 'deploy' ? applied : merged.ok ? merged.configuration : undefined
  if (!draft) return
  await moveDraft(transaction, {
    environmentId,
    draft: toConfigurationText(draft),
    staffId: release.staffId,
  })
}

/**
 * Whether this release may have moved something to the trash; an undo and a restore are planned when they
 * run.
 */
function movesToTrash(release: ReleaseRecord): boolean {
  if (release.kind === 'undo' || release.kind === 'restore') return true
  return readReleasePlan(release).steps.some(({ operation }) => 'trashName' in operation)
}

/** The promoted items, as part of the audit entry. */
function afterOf(promoted: Record<string, string[]>) {
  return Object.keys(promoted).length > 0 ? { after: promoted } : {}
}

/** Updates the platform after the database's own commit; idempotent by release id. */
async function record(
  parts: Parts,
  { release, target, outcome }: { release: ReleaseRecord; target: ReleaseTarget; outcome: Outcome },
): Promise<void> {
  await parts.db.transaction(async (transaction) => {
    const ended = await endRelease(transaction, {
      id: release.id,
      state: 'applied' in outcome ? 'applied' : 'failed',
      message: 'applied' in outcome ? '' : outcome.failed,
    })
    if (!ended) return
    const { projectId, environmentId } = release
    const isApplied = 'applied' in outcome
    await markReleaseEnded(transaction, {
      environmentId,
      isApplied,
      movesToTrash: isApplied && movesToTrash(release),
    })
    if ('applied' in outcome) {
      const { applied } = outcome
      await recordApplied(transaction, {
        projectId,
        environmentId,
        applied: toConfigurationText(applied),
      })
      await followDraft(transaction, { release, target, applied })
      await markChanged(transaction, projectId)
      if (hasProtected(applied))
        await addToOutbox(transaction, { topic: 'protectFiles', key: environmentId })
    }
    const isLive = 'applied' in outcome && outcome.applied.tables.some(({ live }) => live)
    if (isApplied && (isLive || (await hasRowTriggers(transaction, environmentId)))) {
      await addToOutbox(transaction, { topic: 'watchRows', key: environmentId })
    }
    const promoted = await endPromotions(transaction, { release, isApplied })
    await addAudit(transaction, {
      author: {
        organisationId: release.organisationId,
        staffId: release.staffId,
        requestId: release.requestId,
      },
      entry: {
        action: 'applied' in outcome ? `finished ${release.kind}` : `failed ${release.kind}`,
        entity: 'release',
        entityId: release.id,
        projectId,
        environment: release.environment,
        ...('failed' in outcome ? { after: { reason: outcome.failed } } : afterOf(promoted)),
      },
    })
  })
}

/** Applies a release to its database; survives the loss of any process on the way. */
export async function runRelease(
  parts: Parts,
  { releaseId, steps }: { releaseId: string; steps: Steps },
): Promise<void> {
  const attempt = async () => {
    const release = await findRelease(parts.db, releaseId)
    if (release?.state !== 'running') return
    const { projectId, environment } = release
    const target = await findTarget(parts.db, { projectId, environment })
    if (!target) return
    const cancel = watchCancel(parts, release)
    const outcome = await apply(parts, { release, target, signal: cancel.signal }).finally(() =>
      cancel.close(),
    )
    await record(parts, { release, target, outcome })
  }
  await steps.untilDone('release', attempt, LONGEST_PAUSE_MS)
}
