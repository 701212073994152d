/** How long a 429 is held back; its Retry-After is at least a second. */
const HOLD_MS = 500
/** Held answers of this process; further ones are sent at once. */
const MAX_HELD = 2_000
let held = 0

/**
 * Sends a 429 late: a client that repeats its request at once on many connections would otherwise take the event loop
 * from all others.
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
