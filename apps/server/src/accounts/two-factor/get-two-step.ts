import { getTwoStep as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { readTwoStepState } from './two-step-store.ts'

export const getTwoStep = route(endpoint, ({ staff }, { db }: AccountsContext) =>
  readTwoStepState(db, staff.id),
)
