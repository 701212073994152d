import { getDataTypes as endpoint } from '@plinth/contract'
import { writeTypes } from '@plinth/schema'
import { route } from '../../foundation/http/calls/route.ts'
import { readConfiguration } from '../../projects/configuration/configuration-text.ts'
import type { RowsContext } from '../context.ts'
import { findGranted } from './find-granted.ts'

/** Describes only the tables that the key was granted. */
export const getDataTypes = route(endpoint, async (call, context: RowsContext) => {
  const { caller, stored } = await findGranted(call, context)
  const configuration = readConfiguration(stored.oldText)
  const { grants } = caller.key
  const tables = configuration.tables.filter(({ id }) => (grants[id]?.length ?? 0) > 0)
  return { types: writeTypes({ ...configuration, tables }) }
})
