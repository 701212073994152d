import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ENDPOINTS } from './endpoints.ts'
import { openapiDocument } from './openapi.ts'

const document = openapiDocument({ version: '1.2.3', endpoints: ENDPOINTS })
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

test('it names its version', () => {
  expect(document.openapi).toBe('3.1.1')
  expect(document.info).toEqual({ title: 'Plinth', version: '1.2.3' })
})

test('it is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})

test('every endpoint is in it, and nothing else', () => {
  const listed = operations.map((one) => `${one.method} ${one.path} ${one.operation.operationId}`)
  const wanted = ENDPOINTS.map((one) => `${one.method.toLowerCase()} ${one.path} ${one.name}`)
  expect(listed.sort()).toEqual(wanted.sort())
})

test('operation ids are unique', () => {
  expect(new Set(operations.map((one) => one.operation.operationId)).size).toBe(operations.length)
})

test('every reference resolves, and none is local to a schema', () => {
  const refs = [...new Set(refsIn(document))]
  expect(refs.length).toBeGreaterThan(10)
  expect(refs.filter((ref) => !ref.startsWith('#/components/') || !resolves(ref))).toEqual([])
  expect(JSON.stringify(document)).not.toContain('$defs')
})

test('every tag is declared', () => {
  const declared = document.tags.map((one) => one.name)
  expect([...new Set(operations.flatMap((one) => one.operation.tags))].sort()).toEqual(
    declared.sort(),
  )
})

test('the only unnamed recursion is a JSON value', () => {
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

    test('answers with a success and with the error envelope', () => {
      const [success, failure] = Object.keys(one.operation.responses)
      expect(success).toMatch(/^20[012]$/)
      expect(failure).toBe('default')
    })

    test('asks for a token as its access says', () => {
      const wanted = { public: [], rules: [{ bearer: [] }, {}] } as Record<string, unknown>
      expect(one.operation.security).toEqual(wanted[one.operation['x-access']] ?? [{ bearer: [] }])
    })
  },
)

test('a default may be left out of what is sent, and is there in what is answered', () => {
  const { ConfigurationInput, Configuration } = document.components.schemas as Record<
    string,
    { required?: string[] }
  >
  expect(ConfigurationInput?.required).toBeUndefined()
  expect(Configuration?.required).toEqual(['version', 'database', 'tables'])
})
