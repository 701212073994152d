import { ApiError } from '../../../foundation/http/errors/api-error.ts'

/** The error for an invalid link; it does not reveal which reason applies. */
export function refuseLink(): ApiError {
  return new ApiError(
    'invalid',
    'This link was used already, was replaced by a newer one or is too old.',
  )
}
