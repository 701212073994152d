/** How long a 429 is held back; its Retry-After is at least a second. */
const HOLD_MS = 500
/** Held answers of this process; further ones are sent at once. */
const MAX_HELD = 2_000
let held = 0

/**
 * Sends the answer to a refused request of the data API late: a client that repeats it at once on many connections
 * would otherwise take the event loop from all others.
 */
export function holdRefusal(send: () => void): void {
  if (held >= MAX_HELD) {
    send()
    return
  }
  held += 1
  setTimeout(() => {
    held -= 1
    send()
  }, HOLD_MS)
}
