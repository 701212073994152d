import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { EgressPolicy } from '../settings/egress-policy.ts'
import { refuseCall } from './outbound-error.ts'

interface Server {
  host: string
  port: number
  /** Certificates of the authority in PEM; empty for the authorities that Node.js trusts. */
  ca: string
}

const PEM = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g

const isCertificate = (pem: string) => {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

/** Reads certificates from a form field, which may have lost its line breaks; throws if there is none. */
function readCertificates(text: string): string[] {
  const found = [...text.matchAll(PEM)].map(
    ([, body = '']) =>
      `-----BEGIN CERTIFICATE-----\n${body.replace(/\s+/g, '').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  )
  if (found.length === 0 || !found.every(isCertificate)) {
    throw refuseCall(
      'The CA certificate cannot be read. Paste it in PEM format; it begins with -----BEGIN CERTIFICATE-----.',
    )
  }
  return found
}

/** TLS options for a database: its certificate must be valid for the host, unless the operator named the host. */
export function databaseTls(
  { host, port, ca }: Server,
  { unverified }: Pick<EgressPolicy, 'unverified'>,
): { rejectUnauthorized: boolean; ca?: string[]; servername?: string; host: string } {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return {
    rejectUnauthorized: !unverified.has(name) && !unverified.has(`${name}:${port}`),
    ...(ca.trim() === '' ? {} : { ca: readCertificates(ca) }),
    // An IP address is not allowed as a server name; Node.js then verifies the certificate for `host`.
    ...(isIP(name) ? {} : { servername: name }),
    host: name,
  }
}

const OTHER_NAME = /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate/
const EXPIRED = /CERT_HAS_EXPIRED|certificate has expired/
const UNKNOWN_AUTHORITY =
  /SELF_SIGNED_CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|self-signed certificate|unable to (verify|get)/

/** What is wrong with a database's certificate and what to do; undefined for any other error. */
export function describeCertificateError(error: unknown): string | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const text = `${String(code)} ${String(message)}`
  if (OTHER_NAME.test(text)) {
    return 'The certificate of the database is for another host name. Use the name that is in the certificate.'
  }
  if (EXPIRED.test(text)) return 'The certificate of the database has expired. Renew it.'
  if (UNKNOWN_AUTHORITY.test(text)) {
    return (
      'The certificate of the database is not signed by a known authority. ' +
      "Add the authority's CA certificate to the connection, or ask the operator to trust it."
    )
  }
  return undefined
}
