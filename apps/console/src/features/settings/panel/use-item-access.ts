import { DEFAULT_ENVIRONMENT } from '@plinth/contract'
import { useIsAdmin } from '../../../state/current-user.ts'
import { useEnvironmentName, useEnvironments } from './settings-queries.ts'

/** Whether the user can change an item of this environment; always true for a new item. */
export function useItemAccess(environmentId: string | undefined): boolean {
  const admin = useIsAdmin()
  const nameOf = useEnvironmentName()
  return admin || environmentId === undefined || nameOf(environmentId) === 'dev'
}

/** Default environment of a new item. */
export function useDefaultEnvironment(): string | undefined {
  const { data } = useEnvironments()
  return data?.find(({ name }) => name === DEFAULT_ENVIRONMENT)?.id
}
