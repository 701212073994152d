import { requestScopeOf, type SampleCall, type Target, writeSearch } from './write-curl.ts'
import { writeLiteral } from './write-literal.ts'

/** Where the sample has the token from. */
const TOKENS = { guest: undefined, user: 'token', key: 'process.env.PLINTH_KEY' } as const

/** A call with the browser's or Node's fetch. */
export function writeFetch(target: Target, call: SampleCall): string {
  const { method, path, query = {}, body, isOpen } = call
  const search = writeSearch(Object.entries({ ...requestScopeOf(target), ...query }))
  const url = `${target.address}${path}${search && `?${search}`}`
  const token = isOpen ? undefined : TOKENS[target.bearer]
  const headers = [
    ...(token ? [`Authorization: \`Bearer \${${token}}\``] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${writeLiteral(body)}),`]),
  ]
  const sent = options.length > 0 ? [`, {\n${options.join('\n')}\n}`] : []
  return `const response = await fetch(${writeLiteral(url)}${sent.join('')})
const { data, error } = await response.json()`
}
