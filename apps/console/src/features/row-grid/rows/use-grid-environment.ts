import type { EnvironmentName } from '@plinth/contract'
import { useIsAdmin } from '../../../state/current-user.ts'
import { useEnvironment } from '../../../state/environment.ts'

export interface GridEnvironment {
  name: EnvironmentName
  isReadOnly: boolean
}

/** Whose rows the grid shows, and whether they may be changed here: production's by admins alone. */
export function useGridEnvironment(): GridEnvironment {
  const name = useEnvironment()
  const isAdmin = useIsAdmin()
  return { name, isReadOnly: name === 'production' && !isAdmin }
}
