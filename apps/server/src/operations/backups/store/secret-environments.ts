import { ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'

/** The environments whose secrets an archive holds under a passphrase; production's only go under an admin's. */
export function secretEnvironments({ isAdmin }: { isAdmin: boolean }): readonly EnvironmentName[] {
  return isAdmin ? ENVIRONMENT_NAMES : ['dev']
}
