import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { SecretSigner } from '@plinth/contract'

const LIFETIME_SECONDS = 300

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const PEM = /-----BEGIN PRIVATE KEY-----([\w+/=\s]+)-----END PRIVATE KEY-----/

/** Undefined unless the text is a private key of the curve P-256, which ES256 needs. Line breaks may be missing. */
export function readSigningKey(text: string): KeyObject | undefined {
  const [, base64 = ''] = PEM.exec(text) ?? []
  try {
    const key = createPrivateKey({
      ...{ key: Buffer.from(base64.replace(/\s/g, ''), 'base64') },
      ...{ format: 'der' as const, type: 'pkcs8' as const },
    })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    return undefined
  }
}

/** A client secret as Apple documents it: a token of the team for the issuer, valid for five minutes. */
export function signClientSecret({
  signer,
  issuer,
  clientId,
  clientSecret,
}: {
  signer: SecretSigner
  issuer: string
  clientId: string
  clientSecret: string
}): string {
  const key = readSigningKey(clientSecret)
  if (!key) throw new Error('the private key of the provider cannot be used')
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ iss: signer.teamId, sub: clientId, aud: issuer },
    ...{ iat, exp: iat + LIFETIME_SECONDS },
  }
  const signed = `${encode({ alg: 'ES256', kid: signer.keyId })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
