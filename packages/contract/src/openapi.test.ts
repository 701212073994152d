import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ENDPOINTS } from './endpoints.ts'
import { openapiDocument } from './openapi.ts'

const document = openapiDocument({
  version: '1.2.3',
  endpoints: ENDPOINTS,
  servers: ['https://plinth.example.org'],
})
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(refsIn)]
}

function resolves(ref: string): boolean {
  const steps = ref.replace(/^#\//, '').split('/')
  return (
    steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], document) !==
    undefined
  )
}

test('contains the version and the servers', () => {
  expect(document.openapi).toBe('3.1.1')
  expect(document.info).toMatchObject({ title: 'Plinth', version: '1.2.3' })
  expect(document.servers).toEqual([{ url: 'https://plinth.example.org' }])
})

test('is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})

test('lists every endpoint and nothing else', () => {
  const listed = operations.map((one) => `${one.method} ${one.path} ${one.operation.operationId}`)
  const wanted = ENDPOINTS.map((one) => `${one.method.toLowerCase()} ${one.path} ${one.name}`)
  expect(listed.sort()).toEqual(wanted.sort())
})

test('says which calls take the address of a visitor', () => {
  const named = operations.filter(({ operation }) =>
    operation.description.includes('X-Plinth-Visitor-Address'),
  )
  expect(named.map(({ operation }) => operation.operationId).sort()).toEqual([
    'askUserCode',
    'changeUserPassword',
    'confirmUserCode',
    'confirmUserPasskey',
    'confirmUserProvider',
    'removeUserPasskey',
    'requestImageUpload',
    'requestUpload',
    'requestUserReset',
    'resetUserPassword',
    'signInUser',
    'signUpUser',
    'unlinkUserIdentity',
    'verifyUser',
  ])
})

test('operation ids are unique', () => {
  expect(new Set(operations.map((one) => one.operation.operationId)).size).toBe(operations.length)
})

test('every reference resolves to a component', () => {
  const refs = [...new Set(refsIn(document))]
  expect(refs.length).toBeGreaterThan(10)
  expect(refs.filter((ref) => !ref.startsWith('#/components/') || !resolves(ref))).toEqual([])
  expect(JSON.stringify(document)).not.toContain('$defs')
})

test('declares every tag', () => {
  const declared = document.tags.map((one) => one.name)
  expect([...new Set(operations.flatMap((one) => one.operation.tags))].sort()).toEqual(
    declared.sort(),
  )
})

test('the only unnamed recursion is z.json()', () => {
  const json = JSON.stringify(z.toJSONSchema(z.object({ a: z.json() })).$defs)
  for (const { answer } of ENDPOINTS) {
    const defs = Object.entries(z.toJSONSchema(answer, { unrepresentable: 'any' }).$defs ?? {})
    for (const [name, schema] of defs) {
      expect(JSON.stringify({ __schema0: schema }).replaceAll(name, '__schema0')).toBe(json)
    }
  }
})

describe.each(operations.map((one) => [one.operation.operationId, one] as const))(
  '%s',
  (_, one) => {
    test('declares its path parameters', () => {
      const inPath = [...one.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const declared = one.operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(declared.map((parameter) => parameter.name).sort()).toEqual(inPath.sort())
      expect(declared.every((parameter) => parameter.required)).toBe(true)
    })

    test('declares a success response and the error envelope', () => {
      const [success, ...failures] = Object.keys(one.operation.responses)
      expect(success).toMatch(/^20[012]$/)
      expect(failures).toEqual(['4XX', 'default'])
    })

    test('is described, and so are its parameters', () => {
      const { description, parameters } = one.operation
      expect(description.length).toBeGreaterThan(one.operation.summary.length + 10)
      for (const parameter of parameters) expect(parameter.description).toMatch(/^[A-Z`v].+\.$/)
    })

    test('requires a token according to its access', () => {
      const wanted = { public: [], rules: [{ bearer: [] }, {}] } as Record<string, unknown>
      expect(one.operation.security).toEqual(wanted[one.operation['x-access']] ?? [{ bearer: [] }])
    })
  },
)

test('only lists have the parameters of lists', () => {
  const having = operations.filter(({ operation }) =>
    operation.parameters.some(({ name }) => name === '$page'),
  )
  expect(having.map(({ operation }) => operation.operationId)).toEqual(['listRows'])
})

test('fields with defaults are optional in requests and required in responses', () => {
  const { ConfigurationInput, Configuration } = document.components.schemas as Record<
    string,
    { required?: string[] }
  >
  expect(ConfigurationInput?.required).toBeUndefined()
  expect(Configuration?.required).toEqual(['version', 'database', 'tables'])
})
