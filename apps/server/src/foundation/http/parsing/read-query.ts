import type { Endpoint } from '@plinth/contract'
import type { FastifyRequest } from 'fastify'
import { validate } from './validate.ts'

const MOST_KEPT = 2_000
const LONGEST_KEPT = 1_024

/** What texts after the `?` mean to one endpoint; equal texts mean the same, so each is checked once. */
export function queryReader(endpoint: Endpoint): (request: FastifyRequest) => unknown {
  const read = ({ query }: FastifyRequest) => validate(endpoint.query, query)
  // Only there is it known that nothing but the text decides what it means.
  if (endpoint.access !== 'rules') return read
  const kept = new Map<string, unknown>()
  return (request) => {
    const { url } = request
    const at = url.indexOf('?')
    if (url.length - at > LONGEST_KEPT) return read(request)
    const text = at < 0 ? '' : url.slice(at)
    const known = kept.get(text)
    if (known !== undefined) return known
    const made = Object.freeze(read(request))
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(text, made)
    return made
  }
}
