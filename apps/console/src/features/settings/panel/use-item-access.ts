import { DEFAULT_ENVIRONMENT } from '@plinth/contract'
import { useIsAdmin } from '../../../state/current-user.ts'
import { useEnvironmentName, useEnvironments } from './settings-queries.ts'

/** Whether an item of this environment is the caller's to change; what is new always is. */
export function useItemAccess(environmentId: string | undefined): boolean {
  const admin = useIsAdmin()
  const nameOf = useEnvironmentName()
  return admin || environmentId === undefined || nameOf(environmentId) === 'dev'
}

/** The environment that something new belongs to unless another is chosen. */
export function useDefaultEnvironment(): string | undefined {
  const { data } = useEnvironments()
  return data?.find(({ name }) => name === DEFAULT_ENVIRONMENT)?.id
}
