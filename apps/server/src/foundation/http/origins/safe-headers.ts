import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import type { Env } from '../../settings/env.ts'

/** Settings that the content security policy depends on. */
interface Settings {
  env: Env
}

function fileOrigins({ env }: Settings): string[] {
  const { baseUrl, filesBaseUrl, s3 } = env
  const addresses = [
    filesBaseUrl,
    ...(s3
      ? [
          s3.publicEndpoint ?? s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`,
          s3.publicBaseUrl,
        ]
      : []),
  ]
  const origins = addresses.flatMap((address) => (address ? [new URL(address).origin] : []))
  return [...new Set(origins)].filter((origin) => origin !== new URL(baseUrl).origin)
}

function policyOf(context: Settings) {
  return {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:', ...fileOrigins(context)],
      'font-src': ["'self'"],
      'connect-src': ["'self'", ...fileOrigins(context)],
      'worker-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  }
}

/** Helmet's security headers. They are the same for every answer, so they are computed once. */
export async function readSafeHeaders(
  context: Settings,
): Promise<Readonly<Record<string, string>>> {
  const asked = Fastify()
  await asked.register(helmet, {
    contentSecurityPolicy: context.env.development ? false : policyOf(context),
    strictTransportSecurity: context.env.baseUrl.startsWith('https:'),
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
  })
  asked.get('/', (_request, reply) => {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(reply.raw.getHeaders()))
      headers[name] = String(value)
    void reply.send(headers)
  })
  const answer = await asked.inject('/')
  await asked.close()
  return answer.json()
}

/** The headers that apply to JSON answers; the others concern pages. */
const OF_DATA = [
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
]

/** Security headers of JSON answers, with a policy that allows nothing. */
export function narrowHeaders(
  safe: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const dataHeaders = Object.entries(safe).filter(([name]) => OF_DATA.includes(name))
  const policy = "default-src 'none';frame-ancestors 'none'"
  return { ...Object.fromEntries(dataHeaders), 'content-security-policy': policy }
}
