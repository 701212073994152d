import { getTwoStep as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { readTwoStepState } from './two-step-store.ts'

export const getTwoStep = route(endpoint, ({ staff }, { db }) => readTwoStepState(db, staff.id))
