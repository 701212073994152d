export interface Pause {
  wait(ms: number): Promise<void>
  /** Ends the wait that is under way, or else makes the next one short. */
  end(): void
}

/** A pause that can be ended early. */
export function createPause(): Pause {
  let end: (() => void) | undefined
  let isSkipped = false
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, isSkipped ? 0 : ms)
        isSkipped = false
        end = done
        function done() {
          clearTimeout(timer)
          end = undefined
          resolve()
        }
      }),
    end() {
      if (end) end()
      else isSkipped = true
    },
  }
}
