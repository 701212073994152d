import { createRow as endpoint } from '@plinth/contract'
import { JsonText } from '../http/call.ts'
import { route } from '../http/route.ts'
import { withTable } from './ask.ts'
import { makeRow } from './make-row.ts'

export const createRow = route(endpoint, (call, context) =>
  withTable(
    { call, context, operation: 'create' },
    async (ask) => new JsonText(await makeRow(ask, call.body)),
  ),
)
