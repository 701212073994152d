import type { Endpoint } from '@plinth/contract'
import type { FastifyRequest } from 'fastify'
import { validate } from './validate.ts'

const MAX_CACHED = 2_000
const MAX_CACHED_LENGTH = 1_024

/** Returns the query parser of an endpoint, which caches results by query string. */
export function queryReader(endpoint: Endpoint): (request: FastifyRequest) => unknown {
  const read = ({ query }: FastifyRequest) => validate(endpoint.query, query)
  // Only for these endpoints is it certain that the result depends on the text alone.
  if (endpoint.access !== 'rules') return read
  const cache = new Map<string, unknown>()
  return (request) => {
    const { url } = request
    const at = url.indexOf('?')
    if (url.length - at > MAX_CACHED_LENGTH) return read(request)
    const text = at < 0 ? '' : url.slice(at)
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const made = Object.freeze(read(request))
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(text, made)
    return made
  }
}
