import type { Transaction } from '../../foundation/platform/database.ts'
import type { Promotion } from '../../projects/environments/promotion.ts'
import { promoteCredentials } from '../../workflows/credentials/promote-credentials.ts'
import { promoteWorkflows } from '../../workflows/definitions/promote-workflows.ts'
import type { ReleaseRecord } from './release-store.ts'

/** In this order, since workflows look up production's credentials. */
const promotions: readonly Promotion[] = [promoteCredentials, promoteWorkflows]

/** Promotes what a deploy staged if it was applied, and deletes everything staged. */
export async function endPromotions(
  transaction: Transaction,
  { release, isApplied }: { release: ReleaseRecord; isApplied: boolean },
): Promise<Record<string, string[]>> {
  const promoted: Record<string, string[]> = {}
  if (release.kind !== 'deploy') return promoted
  for (const { name, promote } of promotions) {
    if (isApplied) promoted[name] = await promote(transaction, release)
  }
  for (const { forget } of promotions) await forget(transaction, release.id)
  return promoted
}
