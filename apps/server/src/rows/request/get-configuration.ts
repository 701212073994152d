import { getConfiguration as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { chooseEnvironment, openEnvironment } from './choose-environment.ts'

/** What was applied: all of it for staff; for an app the names and types of what it may see. */
export const getConfiguration = route(endpoint, async (call, context: RowsContext) => {
  const { caller, request, params, query } = call
  const { key } = await chooseEnvironment(context, {
    caller,
    request,
    projectId: params.projectId,
    environment: query.$environment,
  })
  const { configuration } = await openEnvironment(context, key)
  if (caller.kind === 'staff') return { ...configuration }
  const { version, database, tables } = configuration
  return {
    version,
    database,
    tables: tables.map(({ id, name, type, columns }) => ({
      id,
      name,
      type,
      columns: columns
        // A hashed field is never read, but an app has to write it.
        .filter(({ options }) => !options.isHidden)
        .map((column) => ({ id: column.id, name: column.name, type: column.type })),
    })),
  }
})
