import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A value of DER: its tag, length and content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const size = body.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const sequence = (...content: readonly Buffer[]) => der(0x30, ...content)
const bytes = (content: Buffer) => der(0x04, content)
const integer = (value: number) => der(0x02, Buffer.from([value]))
const level = (value: number) => der(0x0a, Buffer.from([value]))
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (text: string) => der(0x17, Buffer.from(text))

const SIGNED_BY_ECDSA = sequence(oid('2a8648ce3d040302'))
const nameOf = (text: string) =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))))
const extension = (id: string, value: Buffer) => sequence(oid(id), bytes(value))

interface Certificate {
  readonly subject: string
  readonly publicKey: KeyObject
  readonly issuer: string
  readonly issuerKey: KeyObject
  readonly extensions: readonly Buffer[]
}

function certificate({ subject, publicKey, issuer, issuerKey, extensions }: Certificate): Buffer {
  const content = sequence(
    ...[der(0xa0, integer(2)), integer(1), SIGNED_BY_ECDSA, nameOf(issuer)],
    ...[sequence(time('200101000000Z'), time('400101000000Z')), nameOf(subject)],
    ...[publicKey.export({ type: 'spki', format: 'der' }), der(0xa3, sequence(...extensions))],
  )
  const signature = sign('sha256', content, issuerKey)
  return sequence(content, SIGNED_BY_ECDSA, der(0x03, Buffer.from([0]), signature))
}

/** Where the revoked certificates are listed (RFC 5280 §4.2.1.13). */
const listedAt = (url: string) =>
  extension('551d1f', sequence(sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from(url)))))))

/** What Android says of a key; anybody can write it. */
const keyDescription = (challenge: Buffer) =>
  extension(
    '2b06010401d679020111',
    sequence(
      ...[integer(3), level(1), integer(4), level(1), bytes(challenge), bytes(Buffer.alloc(0))],
      ...[sequence(), sequence()],
    ),
  )

/** A statement as Android makes it, with a root of its own and an address for the list of revoked certificates. */
export const androidStatement =
  (url: string) =>
  ({ clientDataJSON, publicKey }: { clientDataJSON: Buffer; publicKey: KeyObject }) => {
    const root = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const signer = { issuer: 'Root', issuerKey: root.privateKey }
    const challenge = createHash('sha256').update(clientDataJSON).digest()
    const isAuthority = extension('551d13', sequence(der(0x01, Buffer.from([0xff]))))
    return {
      fmt: 'android-key',
      certificates: [
        certificate({
          ...{ ...signer, subject: 'Key', publicKey },
          extensions: [keyDescription(challenge), listedAt(url)],
        }),
        certificate({
          ...{ ...signer, subject: 'Root', publicKey: root.publicKey },
          extensions: [isAuthority],
        }),
      ],
    }
  }
