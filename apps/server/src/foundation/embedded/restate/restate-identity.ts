import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { ServerUser } from '../process/choose-server-user.ts'
import { readIfExists, writePrivateFile } from '../process/private-file.ts'
import { encodeBase58 } from './encode-base58.ts'

/** Creates the key with which Restate signs its calls to the worker, unless it exists; returns the public key. */
export async function loadRestateIdentity(path: string, owner: ServerUser): Promise<string> {
  let pem = await readIfExists(path)
  if (pem === undefined) {
    const { privateKey } = generateKeyPairSync('ed25519')
    pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    await writePrivateFile({ path, content: pem, owner })
  }
  const { x } = createPublicKey(createPrivateKey(pem)).export({ format: 'jwk' })
  return `publickeyv1_${encodeBase58(Buffer.from(x ?? '', 'base64url'))}`
}
