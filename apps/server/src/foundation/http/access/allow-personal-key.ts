import type { Endpoint } from '@plinth/contract'
import type { Staff } from '../../callers/session-store.ts'
import { ApiError } from '../errors/api-error.ts'

/** Throws 403 if a personal key may not make this call; which calls it may make is declared by endpoints. */
export function allowPersonalKey(
  { personalKey }: Pick<Staff, 'personalKey'>,
  endpoint: Pick<Endpoint, 'personalKey'>,
): void {
  if (!personalKey) return
  if (endpoint.personalKey === undefined) {
    throw new ApiError(
      'forbidden',
      'Personal keys work with rows, runs and descriptions of projects only. Do this in the console.',
    )
  }
  if (endpoint.personalKey === 'write' && personalKey.readOnly) {
    throw new ApiError(
      'forbidden',
      'This personal key is read-only. Run plinth login --write to ask for one that may change data.',
    )
  }
}
