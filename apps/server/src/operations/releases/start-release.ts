import type { Configuration, EnvironmentName, PlanConfirmation, Release } from '@plinth/contract'
import { assessPlan } from '@plinth/schema'
import type * as z from 'zod'
import type { Staff } from '../../foundation/callers/session-store.ts'
import { addToOutbox, type OutboxEntry } from '../../foundation/durable/outbox-store.ts'
import type { Mutate } from '../../foundation/http/calls/call.ts'
import { Accepted } from '../../foundation/http/calls/call.ts'
import { ApiError, projectNotFound } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { findTarget, type ReleaseTarget } from '../../projects/environments/target-store.ts'
import type { OperationsContext } from '../context.ts'
import { markReleaseStarted } from './maintenance-store.ts'
import { moveEnvironment } from './move-environment.ts'
import { mustMove, type PlannedRelease, planRelease, withDigest } from './plan-release.ts'
import { type FailedTest, withFailedTests } from './plan-workflow-tests.ts'
import { addRelease, readRelease } from './release-store.ts'

/** After this the reply links to the release instead of containing its result. */
const WAIT_MS = 25_000
/** With `async` the reply comes sooner; a release that ends by then needs no watching. */
const ASYNC_WAIT_MS = 400

export interface ReleaseCall {
  project: { id: string }
  staff: Staff
  request: { id: string; prefersAsync: boolean }
  mutate: Mutate
}

/** The environment of a project; throws unless its databases are provisioned. */
export async function readTarget(
  { db }: Pick<OperationsContext, 'db'>,
  key: { projectId: string; environment: EnvironmentName },
): Promise<ReleaseTarget> {
  const target = await findTarget(db, key)
  if (!target) throw projectNotFound()
  if (!target.ready) {
    throw new ApiError('unavailable', 'The database of this project is still being created.', {
      retryAfterSeconds: 2,
    })
  }
  return target
}

function refuseUnconfirmed(
  { plan, view }: PlannedRelease,
  confirmation: z.output<typeof PlanConfirmation>,
): void {
  const refuse = (message: string) => new ApiError('blocked', message, { details: { plan: view } })
  const { blocking, lossy } = assessPlan(plan)
  const [first] = blocking
  if (first) throw refuse(first.words)
  if (confirmation?.planId !== undefined && confirmation.planId !== view.planId) {
    throw refuse(
      'The database or the configuration changed after the plan was made. Review the plan again.',
    )
  }
  const confirmed = new Set(confirmation?.confirm ?? [])
  const open = lossy.filter((step) => !confirmed.has(step.id))
  if (open.length > 0) throw refuse('Some rows would lose values. Confirm these steps first.')
}

/** The promotions of a deploy, as confirmed. */
export interface StagedPromotions {
  digest: string
  stage(transaction: Transaction, at: { releaseId: string; environmentId: string }): Promise<void>
}

/** Plans, checks the confirmations, and starts the durable run that applies the plan. */
export async function startPlannedRelease(
  context: OperationsContext,
  options: {
    call: ReleaseCall
    kind: 'sync' | 'deploy'
    environment: EnvironmentName
    wanted: (target: ReleaseTarget) => Configuration
    confirmation: z.output<typeof PlanConfirmation>
    /** The promotions of a deploy. */
    promotions?: StagedPromotions
    /** Tests of the deployed workflows that fail. */
    failedTests?: readonly FailedTest[]
  },
): Promise<{ release: Release } | Accepted> {
  const { call, environment, promotions } = options
  let target = await readTarget(context, { projectId: call.project.id, environment })
  const wanted = options.wanted(target)
  let planned = withDigest(await planRelease(context, { target, wanted }), promotions?.digest)
  refuseUnconfirmed(withFailedTests(planned, options.failedTests ?? []), options.confirmation)
  if (mustMove(target, wanted)) {
    await moveEnvironment(context, { projectId: call.project.id, target, engine: wanted.database })
    target = await readTarget(context, { projectId: call.project.id, environment })
    // The confirmed plan was made for a database that did not exist yet.
    planned = await planRelease(context, { target, wanted })
    refuseUnconfirmed(planned, { confirm: options.confirmation?.confirm })
  }
  return startRelease(context, {
    call,
    target,
    kind: options.kind,
    plan: JSON.stringify(planned.plan),
    steps: planned.plan.steps.map((step) => step.words),
    trashId: null,
    ...(promotions ? { stage: promotions.stage } : {}),
  })
}

/** Creates the release and waits a while for its run. */
export async function startRelease(
  context: OperationsContext,
  options: {
    call: ReleaseCall
    target: ReleaseTarget
    kind: Release['kind']
    plan: string
    steps: string[]
    trashId: string | null
    /** Stages the promotions, in the transaction that creates the release. */
    stage?: StagedPromotions['stage']
  },
): Promise<{ release: Release } | Accepted> {
  const { call, target, kind } = options
  const { staff } = call
  const projectId = call.project.id
  let enqueued: OutboxEntry | undefined
  const { id } = await call.mutate(async (transaction) => {
    const releaseId = newId('rel')
    const added = await addRelease(transaction, {
      id: releaseId,
      projectId,
      environmentId: target.environmentId,
      environment: target.environment,
      kind,
      plan: options.plan,
      steps: options.steps,
      trashId: options.trashId,
      staffId: staff.id,
      by: staff.email,
      requestId: call.request.id,
    })
    if (!added) {
      throw new ApiError(
        'conflict',
        'Another release of this environment is in progress. Wait for it to end.',
      )
    }
    await markReleaseStarted(transaction, target.environmentId)
    await options.stage?.(transaction, { releaseId, environmentId: target.environmentId })
    enqueued = await addToOutbox(transaction, { topic: 'applyRelease', key: releaseId })
    return {
      answer: { id: releaseId },
      audit: {
        action: `started ${kind}`,
        entity: 'release',
        entityId: releaseId,
        projectId,
        environment: target.environment,
        after: { steps: options.steps },
      },
    }
  })
  if (enqueued)
    await context.durable.finish(enqueued, call.request.prefersAsync ? ASYNC_WAIT_MS : WAIT_MS)
  // The notification may arrive after this answer; the next request here must not see the environment as it was.
  context.environments.evict({ id: target.environmentId })
  const release = await readRelease(context.db, id)
  if (!release) throw projectNotFound()
  if (release.state === 'failed') throw new ApiError('conflict', release.message)
  return release.state === 'running' ? new Accepted({ release }) : { release }
}
