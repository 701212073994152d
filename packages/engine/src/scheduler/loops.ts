import type { Json } from '../node/json.ts'
import type { Outcome } from '../node/outcome.ts'
import type { Frame } from './frame.ts'
import type { Turn } from './step.ts'

interface OpenLoop {
  turn: Turn
  items: Json[]
  atOnce: number
  forgiving: boolean
  begun: number
  running: number
  results: Json[]
}

/** The loops that are under way, and how far each is. */
export class Loops {
  readonly #open = new Map<Turn, OpenLoop>()
  readonly #byFrame = new Map<Frame, OpenLoop>()

  open(turn: Turn, { items, atOnce, onFailure }: Extract<Outcome, { status: 'items' }>): void {
    this.#open.set(turn, {
      turn,
      items,
      atOnce: Math.max(1, atOnce),
      forgiving: onFailure === 'continue',
      begun: 0,
      running: 0,
      results: items.map(() => null),
    })
  }

  /** The items that may begin now. */
  *take(turn: Turn): Generator<{ index: number; item: Json }> {
    const loop = this.#open.get(turn)
    while (loop && loop.running < loop.atOnce && loop.begun < loop.items.length) {
      const index = loop.begun
      loop.begun += 1
      loop.running += 1
      yield { index, item: loop.items[index] ?? null }
    }
  }

  enter(turn: Turn, frame: Frame): void {
    const loop = this.#open.get(turn)
    if (loop) this.#byFrame.set(frame, loop)
  }

  /** Takes an item's value; the loop's turn comes back, to go on with. */
  leave(frame: Frame, value: Json): Turn | undefined {
    const loop = this.#byFrame.get(frame)
    if (!loop) return undefined
    this.#byFrame.delete(frame)
    loop.running -= 1
    loop.results[frame.items.at(-1) ?? 0] = value
    return loop.turn
  }

  /** The results of a loop that is over, once. */
  closed(turn: Turn): Json[] | undefined {
    const loop = this.#open.get(turn)
    if (!loop || loop.running > 0 || loop.begun < loop.items.length) return undefined
    this.#open.delete(turn)
    return loop.results
  }

  /** The innermost item around a failure whose loop goes on in spite of it. */
  forgiving(frame: Frame): Frame | undefined {
    for (let at: Frame | undefined = frame; at; at = at.parent) {
      if (this.#byFrame.get(at)?.forgiving) return at
    }
    return undefined
  }
}
