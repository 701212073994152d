import { Refusal } from '../../foundation/http/errors/refusal.ts'

/** The answer to a link that leads nowhere; why it does not is nobody's business. */
export function refuseInvitation(): Refusal {
  return new Refusal(
    'invalid',
    'This invitation was used already, was withdrawn or is too old. Ask for a new one.',
  )
}
