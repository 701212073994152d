import type { EnvironmentName } from '@plinth/contract'
import { useStopReason } from '../../../state/availability.ts'
import { useIsAdmin } from '../../../state/current-user.ts'
import { useEnvironment } from '../../../state/environment.ts'

export interface GridEnvironment {
  name: EnvironmentName
  isReadOnly: boolean
}

/** The environment of the grid and whether its rows can be edited: in production by admins, and while it is open. */
export function useGridEnvironment(): GridEnvironment {
  const name = useEnvironment()
  const isAdmin = useIsAdmin()
  const isStopped = useStopReason() !== undefined
  return { name, isReadOnly: isStopped || (name === 'production' && !isAdmin) }
}
