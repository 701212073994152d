import { ENVIRONMENT_NAMES } from '@plinth/contract'

/** The secrets of both environments, whoever chose the passphrase. */
export const secretEnvironments = (): typeof ENVIRONMENT_NAMES => ENVIRONMENT_NAMES
