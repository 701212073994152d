import { getDataOverview as endpoint } from '@plinth/contract'
import { writeOverview } from '@plinth/schema'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { describeGranted } from './describe-granted.ts'

/** Staff have a text of the whole project, with its rules. */
export const getDataOverview = route(endpoint, async (call, context: RowsContext) => {
  const { configuration, about } = await describeGranted(call, context)
  return { text: writeOverview(configuration, about) }
})
