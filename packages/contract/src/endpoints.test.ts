import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ENDPOINTS } from './endpoints.ts'
import { ACCESS, type Endpoint } from './protocol/endpoint.ts'

/** Rows accept the columns of their table, so these bodies are open objects. */
const ROW_BODIES = ['createRow', 'updateRow', 'patchRow', 'updateRows', 'signUpUser']

/** OpenID Connect Back-Channel Logout 1.0, 2.5: parameters that are not known are ignored. */
const STANDARD_BODIES = ['logoutSso']

function twice(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at)
}

/** Collects every object shape of a request body, at any depth. */
function objectsIn(shape: unknown, found = new Set<z.ZodObject>()): Set<z.ZodObject> {
  if (shape instanceof z.ZodObject) {
    if (found.has(shape)) return found
    found.add(shape)
    for (const part of Object.values(shape.shape)) objectsIn(part, found)
  } else if (shape instanceof z.ZodUnion) {
    for (const part of shape.options) objectsIn(part, found)
  } else if (shape instanceof z.ZodArray) {
    objectsIn(shape.element, found)
  } else if (shape instanceof z.ZodRecord) {
    objectsIn(shape.valueType, found)
  } else if (
    shape instanceof z.ZodOptional ||
    shape instanceof z.ZodNullable ||
    shape instanceof z.ZodDefault ||
    shape instanceof z.ZodPrefault
  ) {
    objectsIn(shape.unwrap(), found)
  }
  return found
}

function refusesMore(shape: z.ZodObject): boolean {
  const issues = shape.safeParse({ unplanned: 1 }).error?.issues ?? []
  return issues.some((one) => one.code === 'unrecognized_keys' && one.keys.includes('unplanned'))
}

test('endpoint names are unique', () => {
  expect(twice(ENDPOINTS.map((one) => one.name))).toEqual([])
})

test('method and path are unique regardless of parameter names', () => {
  const calls = ENDPOINTS.map((one) => `${one.method} ${one.path.replace(/\{\w+\}/g, '{}')}`)
  expect(twice(calls)).toEqual([])
})

test('objectsIn finds objects inside unions, lists and defaults', () => {
  const inner = z.object({ a: z.string() })
  const wrapped = z.union([z.null(), z.array(inner.prefault({ a: '' })).optional()])
  expect([...objectsIn(wrapped)]).toEqual([inner])
  expect(refusesMore(inner)).toBe(false)
})

describe.each(ENDPOINTS.map((one) => [one.name, one] as const))('%s', (name, one: Endpoint) => {
  test('declares its access and a summary', () => {
    expect(ACCESS).toContain(one.access)
    expect(one.summary).toMatch(/^[A-Z].*[^.]$/)
    if (one.access.startsWith('project:')) expect(one.path).toContain('{projectId}')
  })

  test('declares exactly the parameters of its path', () => {
    const inPath = [...one.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const declared = one.params instanceof z.ZodObject ? Object.keys(one.params.shape) : []
    expect(declared.sort()).toEqual(inPath.sort())
  })

  test('has no body on GET', () => {
    if (one.method === 'GET') expect(one.body).toBeUndefined()
  })

  test('rejects unknown body fields', () => {
    if (one.body === undefined || [...ROW_BODIES, ...STANDARD_BODIES].includes(name)) return
    expect([...objectsIn(one.body)].filter((shape) => !refusesMore(shape))).toEqual([])
    expect(one.body.safeParse({ unplanned: 1 }).success).toBe(false)
  })
})
