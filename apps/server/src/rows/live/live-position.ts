import { createHash } from 'node:crypto'
import type { KeyRing } from '../../foundation/secrets/key-ring.ts'
import { Signer } from '../../foundation/secrets/signer.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'

/** Where a stream goes on in the log of its environment. */
export interface LivePosition {
  readonly epoch: string
  readonly number: number
}

/** Whose positions they are: nobody else may resume from them. */
interface Holder {
  readonly environmentId: string
  /** As `identityOf` names the caller. */
  readonly identity: string
}

/** Changes that are sent at once; the positions of all of them have one signature. */
interface PositionRange {
  readonly epoch: string
  readonly first: number
  readonly last: number
}

/** Epoch, number and signature; then how far the first and the last change of its range are, if it has several. */
const POSITION =
  /^([0-9a-f]{16})\.(0|[1-9][0-9]{0,15})\.([A-Za-z0-9_-]{22})(?:\.([0-9]{1,11})\.([0-9]{1,11}))?$/

const contentOf = ({ environmentId, identity }: Holder, { epoch, first, last }: PositionRange) =>
  JSON.stringify([environmentId, identity, epoch, first, last])

/**
 * Prints and reads positions. They are signed, so that a caller resumes only from what it was sent itself: earlier
 * changes are of a time when it may have had no right to them.
 */
export class LivePositions {
  readonly #signer: Signer

  /** The ring is not shared with other readers: it reports each change once. */
  constructor(ring: KeyRing) {
    this.#signer = new Signer(ring, 'live positions')
  }

  print(holder: Holder, { epoch, number }: LivePosition): string {
    return this.printer(holder, { epoch, first: number, last: number })(number)
  }

  /** Prints the positions of changes that are sent at once. */
  printer(holder: Holder, range: PositionRange): (number: number) => string {
    const { epoch, first, last } = range
    const signature = this.#signer.sign(contentOf(holder, range))
    if (first === last) return (number) => `${epoch}.${number}.${signature}`
    return (number) => `${epoch}.${number}.${signature}.${number - first}.${last - number}`
  }

  /** Undefined for any text that this holder was not sent. */
  read(holder: Holder, text: string): LivePosition | undefined {
    const [, epoch, digits, signature = '', before = '0', after = '0'] = POSITION.exec(text) ?? []
    if (epoch === undefined) return undefined
    const number = Number(digits)
    const range = { epoch, first: number - Number(before), last: number + Number(after) }
    if (!Number.isSafeInteger(range.last)) return undefined
    const isOurs = this.#signer.isSigned(contentOf(holder, range), signature)
    return isOurs ? { epoch, number } : undefined
  }
}

/**
 * The epoch that clients see. It also changes with the tables, rules and constants: logged rows were written for the
 * fields and judged by the rules of their time, so that no client may resume over such a change.
 */
export function epochOf(
  { id, release, watched, constants }: LiveEnvironment,
  logEpoch: string,
): string {
  const content = JSON.stringify([id, logEpoch, release, watched, [...constants].sort()])
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}
