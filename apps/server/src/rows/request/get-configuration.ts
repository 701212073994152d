import { getConfiguration as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { RowsContext } from '../context.ts'
import { admitToEnvironment, openEnvironment } from './resolve-environment.ts'

/** The applied configuration: all of it for staff, only names and types of visible columns for apps. */
export const getConfiguration = route(endpoint, async (call, context: RowsContext) => {
  const { caller, request, params, query } = call
  const { key } = await admitToEnvironment(context, {
    caller,
    request,
    projectId: params.projectId,
    environment: query.$environment,
  })
  if (caller.kind !== 'staff') context.stoppedProjects.refuse(key.projectId, 'read')
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
        // Hashed columns stay: apps never read them, but have to write them.
        .filter(({ options }) => !options.isHidden)
        .map((column) => ({ id: column.id, name: column.name, type: column.type })),
    })),
  }
})
