import { isFileKey } from '../file-key.ts'
import { isSameSignature, signAddress } from './signature.ts'

const UPLOAD = ['Content-Type', 'x-amz-acl', 'size', 'max', 'exp', 'sig']
const DOWNLOAD = ['response-content-disposition', 'exp', 'sig']

/** The parameters of a URL that one of the secrets signed; undefined if its signature is invalid, it has expired or has unknown parameters. */
export function readSigned(
  secrets: readonly Buffer[],
  request: { method: 'PUT' | 'GET'; key: string; query: Readonly<Record<string, unknown>> },
): ReadonlyMap<string, string> | undefined {
  const known = request.method === 'PUT' ? UPLOAD : DOWNLOAD
  const parameters = new Map<string, string>()
  for (const [name, value] of Object.entries(request.query)) {
    if (typeof value !== 'string' || !known.includes(name)) return undefined
    parameters.set(name, value)
  }
  const signature = parameters.get('sig')
  const expires = Number(parameters.get('exp'))
  parameters.delete('sig')
  if (signature === undefined || !isFileKey(request.key)) return undefined
  const { method, key } = request
  const isSigned = secrets.some((secret) =>
    isSameSignature(signature, signAddress(secret, { method, key, parameters })),
  )
  if (!isSigned) return undefined
  return expires * 1000 > Date.now() ? parameters : undefined
}
