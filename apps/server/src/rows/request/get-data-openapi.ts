import { getDataOpenapi as endpoint } from '@plinth/contract'
import { openapiOfTables } from '@plinth/schema'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { describeGranted } from './describe-granted.ts'

/** Staff have a document of the whole project. */
export const getDataOpenapi = route(endpoint, async (call, context: RowsContext) => {
  const { configuration, about } = await describeGranted(call, context)
  return { openapi: '3.1.1', ...openapiOfTables(configuration, about) }
})
