import { ENVIRONMENT_NAMES } from '@plinth/contract'

/** Includes the secrets of both environments, without asking who set the passphrase. */
export const secretEnvironments = (): typeof ENVIRONMENT_NAMES => ENVIRONMENT_NAMES
