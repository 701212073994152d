import { isFileKey } from '../file-key.ts'
import { isSameSignature, signAddress } from './signature.ts'

const UPLOAD = ['Content-Type', 'x-amz-acl', 'size', 'max', 'exp', 'sig']
const DOWNLOAD = ['response-content-disposition', 'exp', 'sig']

/** What a signed address says, once its signature and its time have been checked; anything odd is no signature. */
export function readSigned(
  secret: Buffer,
  asked: { method: 'PUT' | 'GET'; key: string; query: Readonly<Record<string, unknown>> },
): ReadonlyMap<string, string> | undefined {
  const known = asked.method === 'PUT' ? UPLOAD : DOWNLOAD
  const parameters = new Map<string, string>()
  for (const [name, value] of Object.entries(asked.query)) {
    if (typeof value !== 'string' || !known.includes(name)) return undefined
    parameters.set(name, value)
  }
  const signature = parameters.get('sig')
  const expires = Number(parameters.get('exp'))
  parameters.delete('sig')
  if (signature === undefined || !isFileKey(asked.key)) return undefined
  const { method, key } = asked
  if (!isSameSignature(signature, signAddress(secret, { method, key, parameters })))
    return undefined
  return expires * 1000 > Date.now() ? parameters : undefined
}
