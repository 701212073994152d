import type { Promotion } from '../../projects/environments/promotion.ts'
import {
  forgetStagedCredentials,
  listPromotable,
  promoteCredential,
} from './staged-credential-store.ts'

/** Adds credentials that production lacks, and overwrites those that were confirmed. */
export const promoteCredentials: Promotion = {
  name: 'credentials',
  async promote(transaction, { id: releaseId, environmentId }) {
    const staged = await listPromotable(transaction, { releaseId, environmentId })
    for (const { id } of staged) {
      await promoteCredential(transaction, { releaseId, environmentId, id })
    }
    return staged.map(({ name }) => name)
  },
  forget: forgetStagedCredentials,
}
