import { type AppSignIn, ENVIRONMENT_NAMES } from '@plinth/contract'
import type { RowsContext } from '../context.ts'

type AuthTable = Pick<AppSignIn, 'environmentId' | 'environment' | 'tableId' | 'table'>

/** The applied Auth tables of a project, dev first. */
export async function authTablesOf(
  { environments }: Pick<RowsContext, 'environments'>,
  projectId: string,
): Promise<AuthTable[]> {
  const found = await Promise.all(
    ENVIRONMENT_NAMES.map(async (environment) => {
      const live = await environments.find({ projectId, environment })
      if (!live || live === 'preparing') return []
      return [...live.model.tables.values()]
        .filter(({ definition }) => definition.type === 'Auth')
        .map(({ id, name }) => ({ environmentId: live.id, environment, tableId: id, table: name }))
    }),
  )
  return found.flat()
}
