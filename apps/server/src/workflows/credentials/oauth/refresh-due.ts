import type { StartedJob } from '../../../foundation/jobs/jobs.ts'
import type { WorkflowsContext } from '../../context.ts'
import { openCredential } from '../open-credential.ts'
import { accessTokenOf, type TokenContext } from './access-token.ts'
import { type DueConnection, listDueConnections, postponeRefresh } from './connection-store.ts'
import { TokenRefusal } from './token-refusal.ts'

const EVERY_MS = 30_000
const BATCH = 20
/** Slow services of one project must not delay the others. */
const PER_PROJECT = 3

async function refresh(context: TokenContext, place: DueConnection): Promise<void> {
  const { credentialId } = place
  try {
    const credential = await openCredential(context, place)
    if (credential?.type === 'oauth2') await accessTokenOf(context, { place, credential })
  } catch (error) {
    // One connection must not end the batch for the others. A TokenRefusal was logged and stored before.
    if (!(error instanceof TokenRefusal)) {
      const { message: reason } = error as Error
      context.log.warn({ credentialId, reason }, 'credentials: token was not refreshed')
    }
  } finally {
    // What is still due, for example with settings that are not complete, must not fill every batch.
    await postponeRefresh(context.db, credentialId)
  }
}

/** Refreshes a batch of tokens that end soon; true if more may be due. Each one is then not due for 30 seconds or more. */
async function refreshDue(context: TokenContext): Promise<boolean> {
  const due = await listDueConnections(context.db, { limit: BATCH, perProject: PER_PROJECT })
  await Promise.all(due.map((place) => refresh(context, place)))
  return due.length > 0
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
