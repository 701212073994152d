import { ApiError, RequestError } from '@plinth/client'

/** What a server action answers to its form. */
export interface FormState {
  error?: string
  /** Entered before, to fill the form again. */
  email?: string
}

/** The text for a failed call; throws what is no failed call. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  if (error instanceof RequestError) return 'The shop is not available at the moment. Try again.'
  throw error
}
