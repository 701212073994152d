import { randomUUID } from 'node:crypto'
import { SERVER_KEY_HEADER } from '@plinth/contract'
import { ApiError, notFound } from '../../../foundation/http/errors/api-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import { copyToListeners } from '../../definitions/listener-store.ts'
import type { IntakeResult } from '../../runs/records/intake-store.ts'
import type { RunIntake } from '../../runs/records/run-intake.ts'
import { findRunOfEvent, type NewRun } from '../../runs/records/run-store.ts'
import {
  type FiredTrigger,
  prepareRun,
  startTriggeredRun,
  type TriggeredRun,
} from '../../runs/start/start-triggered-run.ts'
import { allowExecute } from './allow-execute.ts'
import { checkHookCaller } from './check-hook-caller.ts'
import type { FoundHook } from './hook-cache.ts'
import { readFields, readHookBody } from './read-hook-body.ts'

export interface SentCall {
  method: string
  /** The part of the path after the webhook's own URL. */
  path: string
  query: string
  headers: Readonly<Record<string, string>>
  body: Buffer
}

const KEY = /^[\x21-\x7e]{1,255}$/
/** Credentials of the caller must not reach a run's record (R17). */
const SECRET = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'idempotency-key',
  SERVER_KEY_HEADER.toLowerCase(),
]

function without(headers: SentCall['headers'], names: readonly string[]) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

/** Deduplicates calls: one run per key. */
function keyOf({ headers }: SentCall, once: string | undefined): string {
  const key = headers['idempotency-key']
  if (key === undefined) return once ?? randomUUID()
  if (!KEY.test(key)) throw new ApiError('bad_request', 'Idempotency-Key is not valid.')
  return `key:${key}`
}

interface HookToTake extends FoundHook {
  call: SentCall
  intake: RunIntake
}

/** Creates a run within the project's budget. A repeated call gets its run also from a project that is over it. */
async function takeRun(
  { db, runBudget }: Pick<WorkflowsContext, 'db' | 'runBudget'>,
  { run, hook, intake }: Pick<HookToTake, 'hook' | 'intake'> & { run: NewRun },
): Promise<IntakeResult> {
  const admitted = await runBudget.tryAdmit({ on: db, projectId: run.projectId })
  if (admitted instanceof ApiError) {
    if (await findRunOfEvent(db, run.eventKey ?? '')) return 'known'
    throw admitted
  }
  return intake
    .add({ ...run, nodeId: hook.nodeId, environment: hook.environment })
    .finally(admitted)
}

async function createRun(
  context: Pick<WorkflowsContext, 'db' | 'runBudget'>,
  {
    hook,
    isCached,
    fired,
    intake,
  }: Omit<HookToTake, 'settings' | 'call'> & { fired: FiredTrigger },
): Promise<TriggeredRun & { isListenedTo: boolean }> {
  const { db } = context
  const run = await prepareRun(db, { trigger: hook, fired })
  const taken = run?.refusal === null ? await takeRun(context, { run, hook, intake }) : 'known'
  if (run && typeof taken === 'object') return { runId: run.id, ...taken, refusal: null }
  // The call was not stored with the cached webhook, so it is checked again with the current one.
  if (taken === 'stale' || isCached) {
    throw new ApiError('conflict', 'The workflow has just been changed. Call again.')
  }
  // The rare cases: a rejected run, or an event that already has a run.
  const kept = await db.transaction((transaction) => startTriggeredRun(transaction, fired))
  if (!kept) throw notFound()
  return { ...kept, isListenedTo: true }
}

/** A call that started a run, or that was copied to listeners only. */
type TakenCall = TriggeredRun | 'test'

/**
 * Authenticates a webhook call and creates its run; once this resolves, the run is committed. Listeners of the
 * webhook get a copy, which is all that happens if the workflow is inactive.
 */
export async function takeHookCall(
  context: WorkflowsContext,
  { hook, settings, isCached, call, intake }: HookToTake,
): Promise<TakenCall> {
  const { method, path } = call
  const proven = await checkHookCaller(context, { hook, settings, call })
  const body = await readHookBody(call.body, call.headers['content-type'] ?? '')
  const query = readFields(new URLSearchParams(call.query))
  const headers = without(call.headers, [...SECRET, ...proven.secretHeaders])
  // If the webhook's own credential uses this header, it does not identify an app user.
  const authorization = ['bearer', 'basic'].includes(settings.check)
    ? undefined
    : call.headers.authorization
  await allowExecute(context, { hook, call: { method, authorization, headers, query, body } })
  const { workflowId, nodeId } = hook
  const payload = { method, path, query, headers, body }
  const copy = () => copyToListeners(context.db, { workflowId, nodeId, call: payload })
  if (!hook.isActive) {
    // Another call was faster, or the listening has just ended.
    if (!(await copy())) throw notFound()
    return 'test'
  }
  const fired = {
    environmentId: hook.environmentId,
    workflowId,
    nodeId,
    payload,
    key: keyOf(call, proven.once),
    depth: 0,
    isAwaited: settings.answersWithResult,
    parentId: null,
  }
  const { isListenedTo, ...run } = await createRun(context, { hook, isCached, fired, intake })
  // The run is committed, so a failed copy must not make the caller repeat the call.
  if (isListenedTo) {
    await copy().catch((error: unknown) =>
      context.log.warn({ err: error, workflowId }, 'webhooks: call not copied to its listener'),
    )
  }
  return run
}
