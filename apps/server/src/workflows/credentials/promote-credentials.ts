import type { Promotion } from '../../projects/environments/promotion.ts'
import {
  forgetStagedCredentials,
  listPromotable,
  promoteCredential,
} from './staged-credential-store.ts'

/** Production gets the credentials it lacked, and those that were ticked to be overwritten. */
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
