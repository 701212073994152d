import { ENVIRONMENT_NAMES } from '@plinth/contract'
import type { RowsContext } from '../../context.ts'
import type { LiveEnvironment } from '../../environments/live-environment.ts'

interface Placed {
  projectId: string
  environmentId: string
  tableId: string
  columnId: string
}

async function findEnvironment(
  { environments }: Pick<RowsContext, 'environments'>,
  { projectId, environmentId }: Placed,
): Promise<LiveEnvironment | undefined> {
  for (const environment of ENVIRONMENT_NAMES) {
    const found = await environments.find({ projectId, environment })
    if (found instanceof Object && found.id === environmentId) return found
  }
  return undefined
}

/** The table and column that a file was uploaded for; undefined if in the trash or deleted. */
export async function findOwningColumn(context: Pick<RowsContext, 'environments'>, placed: Placed) {
  const environment = await findEnvironment(context, placed)
  const tables = [...(environment?.model.tables.values() ?? [])]
  const table = tables.find(({ id }) => id === placed.tableId)
  const column = table?.definition.columns.find(({ id }) => id === placed.columnId)
  if (!environment || !table || !column) return undefined
  return { environment, table, column, runner: context.environments.runnerOf(environment) }
}
