/** A reason not to start that an operator can act on: its message is meant to be printed alone. */
export class StartError extends Error {
  override name = 'StartError'
}
