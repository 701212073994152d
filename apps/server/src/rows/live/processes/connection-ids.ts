import { randomBytes } from 'node:crypto'
import type { KeyRing } from '../../../foundation/secrets/key-ring.ts'
import { Signer } from '../../../foundation/secrets/signer.ts'

/** Whose connection it is: nobody else may change it. */
interface Owner {
  readonly environmentId: string
  /** As `identityOf` names the caller. */
  readonly identity: string
}

/** Process, random part and signature. */
const ID = /^([0-9a-f]{16})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{22})$/

const contentOf = ({ environmentId, identity }: Owner, processId: string, random: string) =>
  JSON.stringify([processId, random, environmentId, identity])

/**
 * Prints and reads ids of connections. They are signed, so that nobody invents one: a process is asked for a connection
 * only if it opened that, and waiting for processes that do not exist cannot hold up others.
 */
export class ConnectionIds {
  /** Names the process in the ids of its connections. */
  readonly processId = randomBytes(8).toString('hex')
  readonly #signer: Signer

  /** The ring is not shared with other readers: it reports each change once. */
  constructor(ring: KeyRing) {
    this.#signer = new Signer(ring, 'live connections')
  }

  /** A new id of this process, which the owner only knows. */
  print(owner: Owner): string {
    const { processId } = this
    // Other processes may have forgotten an older key.
    this.#signer.refresh()
    const random = randomBytes(16).toString('base64url')
    return `${processId}.${random}.${this.#signer.sign(contentOf(owner, processId, random))}`
  }

  /** The process that printed an id; undefined for any text that this owner was not sent. */
  processOf(owner: Owner, id: string): string | undefined {
    const [, processId = '', random = '', signature = ''] = ID.exec(id) ?? []
    const isOurs = this.#signer.isSigned(contentOf(owner, processId, random), signature)
    return isOurs ? processId : undefined
  }
}
