import type { EnvironmentName } from '@plinth/contract'
import { useIsAdmin } from '../../../state/current-user.ts'
import { useEnvironment } from '../../../state/environment.ts'

export interface GridEnvironment {
  name: EnvironmentName
  isReadOnly: boolean
}

/** The environment of the grid and whether its rows can be edited; only admins can edit production. */
export function useGridEnvironment(): GridEnvironment {
  const name = useEnvironment()
  const isAdmin = useIsAdmin()
  return { name, isReadOnly: name === 'production' && !isAdmin }
}
