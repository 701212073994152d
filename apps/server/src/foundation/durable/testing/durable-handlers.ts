import { inject } from 'vitest'
import { type CallSigner, SIGNATURE_HEADER } from '../call-signer.ts'
import { requestRuntime } from '../request-runtime.ts'

interface ListedService {
  name: string
  ty: string
  handlers: { name: string; public: boolean }[]
}

export interface ListedHandler {
  service: string
  handler: string
  isKeyed: boolean
  isPublic: boolean
}

/** Every handler that the product has registered with the durable runtime. */
export async function listHandlers(): Promise<ListedHandler[]> {
  const { adminUrl } = inject('server')
  const { text } = await requestRuntime(adminUrl, { method: 'GET', path: 'services' })
  const { services } = JSON.parse(text) as { services: ListedService[] }
  return services.flatMap(({ name: service, ty, handlers }) =>
    handlers.map(({ name: handler, public: isPublic }) => {
      return { service, handler, isKeyed: ty === 'VirtualObject', isPublic }
    }),
  )
}

export interface TestCall {
  service: string
  handler: string
  key?: string | undefined
  body?: unknown
  idempotencyKey?: string
}

export const signCall = (signer: CallSigner, call: TestCall): string =>
  signer.sign({ ...call, body: call.body === undefined ? '' : JSON.stringify(call.body) })

export const pathOf = ({ service, handler, key }: Omit<TestCall, 'body'>): string =>
  `${service}${key === undefined ? '' : `/${encodeURIComponent(key)}`}/${handler}`

/** Calls a handler through the ingress and waits for its answer. */
export function callHandler(call: TestCall, signature?: string) {
  const { body, idempotencyKey } = call
  return requestRuntime(inject('server').ingressUrl, {
    path: pathOf(call),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(signature === undefined ? {} : { [SIGNATURE_HEADER]: signature }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
