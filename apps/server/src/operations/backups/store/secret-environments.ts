import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'

/** The environments whose secrets an archive may contain; production's only with an admin's passphrase. */
export function secretEnvironments({ isAdmin }: { isAdmin: boolean }): readonly EnvironmentName[] {
  return isAdmin ? ENVIRONMENT_NAMES : ['dev']
}
