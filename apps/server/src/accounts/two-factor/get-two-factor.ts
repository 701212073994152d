import { getTwoFactor as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { readTwoFactorState } from './two-factor-store.ts'

export const getTwoFactor = route(endpoint, ({ staff }, { db }: AccountsContext) =>
  readTwoFactorState(db, staff.id),
)
