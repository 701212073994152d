import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
  SolePasskeyAssertion,
} from '@plinth/contract'
import { testServer } from '../../../app/testing/test-server.ts'

/** What a test makes wrong on purpose. */
export interface AuthenticatorChange {
  origin?: string
  rpId?: string
  counter?: number
  challenge?: string
  isPresent?: boolean
  /** A statement about the make of the device, which the options do not ask for. */
  attest?: (about: { clientDataJSON: Buffer; publicKey: KeyObject }) => {
    fmt: string
    certificates: readonly Buffer[]
  }
  isVerified?: boolean
}

type Creation = Pick<PasskeyCreation, 'challenge' | 'rp'> & { readonly user?: { id: string } }
type Request = Pick<PasskeyRequest, 'challenge' | 'rpId'>

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (data: Buffer) => data.toString('base64url')

/** The head of a CBOR item: its major type and length. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff])
}
const bytesItem = (data: Buffer) => Buffer.concat([head(2, data.length), data])
const textItem = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const intItem = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const mapItem = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])

const listItem = (items: readonly Buffer[]) => Buffer.concat([head(4, items.length), ...items])

/** An ES256 key as COSE writes it. */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  return mapItem([
    [intItem(1), intItem(2)],
    [intItem(3), intItem(-7)],
    [intItem(-1), intItem(1)],
    [intItem(-2), bytesItem(Buffer.from(x, 'base64url'))],
    [intItem(-3), bytesItem(Buffer.from(y, 'base64url'))],
  ])
}

/** The origin of the console of the test server. */
const consoleOrigin = () => `http://localhost:${new URL(testServer().address).port}`

/** A security key in software, with one credential; it signs as real ones do. */
export function newAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = text(credentialId)
  let counter = 0
  /** Given by the first registration. */
  let userHandle = text(randomBytes(32))

  const clientData = (
    type: string,
    challenge: string,
    { origin = consoleOrigin() }: AuthenticatorChange,
  ) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(
    rpId: string,
    { isPresent = true, isVerified = true, ...change }: AuthenticatorChange,
    more?: Buffer,
  ) {
    counter = change.counter ?? counter + 1
    const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (more ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const parts = [sha256(change.rpId ?? rpId), Buffer.from([flags]), count]
    return Buffer.concat(more ? [...parts, more] : parts)
  }

  function get(options: Request, change: AuthenticatorChange = {}): PasskeyAssertion {
    const data = clientData('webauthn.get', change.challenge ?? options.challenge, change)
    const authData = authenticatorData(options.rpId, change)
    const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
    const response = {
      clientDataJSON: text(data),
      authenticatorData: text(authData),
      signature: text(signature),
    }
    return { id, rawId: id, type: 'public-key', response }
  }

  return {
    id,
    /** Answers `navigator.credentials.create`. */
    create(options: Creation, change: AuthenticatorChange = {}): PasskeyRegistration {
      userHandle = options.user?.id ?? userHandle
      const size = Buffer.from([0, credentialId.length])
      const key = coseKey(publicKey.export({ format: 'jwk' }))
      const attested = Buffer.concat([Buffer.alloc(16), size, credentialId, key])
      const authData = authenticatorData(options.rp.id, change, attested)
      const challenge = change.challenge ?? options.challenge
      const clientDataJSON = clientData('webauthn.create', challenge, change)
      const { fmt = 'none', certificates } = change.attest?.({ clientDataJSON, publicKey }) ?? {}
      const signed = Buffer.concat([authData, sha256(clientDataJSON)])
      const statement: [Buffer, Buffer][] = certificates
        ? [
            [textItem('alg'), intItem(-7)],
            [textItem('sig'), bytesItem(sign('sha256', signed, privateKey))],
            [textItem('x5c'), listItem(certificates.map(bytesItem))],
          ]
        : []
      const attestationObject = mapItem([
        [textItem('fmt'), textItem(fmt)],
        [textItem('attStmt'), mapItem(statement)],
        [textItem('authData'), bytesItem(authData)],
      ])
      const response = {
        clientDataJSON: text(clientDataJSON),
        attestationObject: text(attestationObject),
      }
      return { id, rawId: id, type: 'public-key', response: { ...response, transports: ['usb'] } }
    },
    /** Answers `navigator.credentials.get`. */
    get,
    /** Answers it for a list without credentials. */
    getSole(options: Request, change: AuthenticatorChange = {}): SolePasskeyAssertion {
      const answer = get(options, change)
      return { ...answer, response: { ...answer.response, userHandle } }
    },
  }
}

export type Authenticator = ReturnType<typeof newAuthenticator>
