import { ApiError } from '../../foundation/http/errors/api-error.ts'

export const unknownPasskey = () =>
  new ApiError('not_found', 'This account has no such passkey any more.')
