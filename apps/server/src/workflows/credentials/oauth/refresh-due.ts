import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import type { StartedJob } from '../../../foundation/jobs/jobs.ts'
import type { WorkflowsContext } from '../../context.ts'
import { openCredential } from '../open-credential.ts'
import { accessTokenOf, type TokenContext } from './access-token.ts'
import { type DueConnection, listDueConnections, postponeRefresh } from './connection-store.ts'
import { TokenRefusal } from './token-refusal.ts'

const EVERY_MS = 30_000
const BATCH = 20

async function refresh(context: TokenContext, place: DueConnection): Promise<void> {
  const credential = await openCredential(context, place)
  try {
    if (credential?.type === 'oauth2') await accessTokenOf(context, { place, credential })
  } catch (error) {
    if (!(error instanceof TokenRefusal || error instanceof ApiError)) throw error
  }
  // What is still due, for example with settings that are not complete, must not fill every batch.
  await postponeRefresh(context.db, place.credentialId)
}

/** Refreshes a batch of tokens that end soon; true if more may be due. */
async function refreshDue(context: TokenContext): Promise<boolean> {
  const due = await listDueConnections(context.db, BATCH)
  await Promise.all(due.map((place) => refresh(context, place)))
  return due.length === BATCH
}

/** Refreshes tokens ahead of their end, so that runs find them ready and lost access is noticed without a run. */
export function startRefreshingTokens(
  context: TokenContext & Pick<WorkflowsContext, 'jobs'>,
): StartedJob {
  return context.jobs.start({
    name: 'credential-refresh',
    everyMs: EVERY_MS,
    run: () => refreshDue(context),
  })
}
