import { ApiError } from '../../../foundation/http/errors/api-error.ts'

interface ProviderPerson {
  issuer: string
  subject: string
}

/** Throws 403 unless the person of the provider is the one that the account is connected with. */
export function refuseAnotherPerson(own: ProviderPerson | undefined, shown: ProviderPerson): void {
  if (own?.issuer === shown.issuer && own.subject === shown.subject) return
  throw new ApiError(
    'forbidden',
    'You signed in as another person than the one that your account is connected with.',
  )
}
