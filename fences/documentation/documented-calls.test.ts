import { ENDPOINTS } from '@plinth/contract'
import { expect, test } from 'vitest'
import { readBlocks } from './read-blocks.ts'

interface Call {
  page: string
  method: string
  path: string
  body?: string
}

/** The curl calls of a block, with variables of the shell in their paths. */
function readCalls(page: string, code: string): Call[] {
  const lines = code.replaceAll(/\\\n\s*/g, ' ').split('\n')
  return lines.flatMap((line) => {
    const [, words = ''] = line.match(/\bcurl (.+)$/) ?? []
    const [, path] = words.match(/(?:\$\w+|https?:\/\/[\w.:]+|localhost:\d+)(\/[^\s"'?]*)/) ?? []
    if (path === undefined) return []
    const [, body] = words.match(/ -d '([^']*)'(?= |$)/) ?? []
    const [, method = body === undefined && !/ -d /.test(words) ? 'GET' : 'POST'] =
      words.match(/-X (\w+)/) ?? []
    return [{ page, method, path, ...(body !== undefined && { body }) }]
  })
}

/** Paths that are not declared in the contract: webhooks have any method, files and metrics a server of their own. */
const OTHER = /^\/(files|hooks|metrics)\b/

function endpointOf({ method, path }: Call) {
  return ENDPOINTS.find((endpoint) => {
    const pattern = endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')
    return endpoint.method === method && new RegExp(`^${pattern}$`).test(path)
  })
}

/** What is wrong with a call, or undefined. */
function findProblem(call: Call): string | undefined {
  if (OTHER.test(call.path) || call.method === 'OPTIONS') return undefined
  const endpoint = endpointOf(call)
  if (!endpoint) return 'no such call'
  // Bodies with variables or an ellipsis are not whole.
  if (call.body === undefined || /[$…]/.test(call.body)) return undefined
  const parsed = endpoint.body?.safeParse(JSON.parse(call.body))
  return parsed?.success === false ? parsed.error.message : undefined
}

const calls = readBlocks().flatMap(({ page, code }) => readCalls(page, code))

test('every documented call exists, and its body has the shape of the contract', () => {
  expect(calls.length).toBeGreaterThan(25)
  const wrong = calls.flatMap((call) => {
    const problem = findProblem(call)
    return problem ? [`${call.page}: ${call.method} ${call.path}: ${problem}`] : []
  })
  expect(wrong).toEqual([])
})

test.each([
  ['an unknown path', 'curl http://localhost:4000/api/nothing'],
  ['another method', 'curl -X DELETE "$A/api/project/$P/budget"'],
  ['an invalid body', `curl -X PUT "$A/api/project/$P" -d '{"title":"Shop"}'`],
])('finds %s', (_name, code) => {
  const [call] = readCalls('planted', code)
  expect(call && findProblem(call)).toBeDefined()
})
