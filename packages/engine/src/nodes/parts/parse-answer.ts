import type { Json } from '../../node/json.ts'
import { NodeFailure } from '../../node/node-failure.ts'

const DANGEROUS = new Set(['__proto__', 'constructor', 'prototype'])
const DEEPEST = 64

/** Describes why external JSON is unsafe (dangerous keys, depth); undefined if it is safe (R16, R35). */
export function findDanger(value: Json, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= DEEPEST) return `It is nested deeper than ${DEEPEST}.`
  for (const [key, entry] of Object.entries(value)) {
    if (DANGEROUS.has(key)) return `The key "${key}" is not allowed.`
    const danger = findDanger(entry, depth + 1)
    if (danger) return danger
  }
  return undefined
}

/** Parses external JSON; throws if it is invalid or unsafe. */
export function parseAnswer(text: string): Json {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    throw new NodeFailure('The answer is not valid JSON.')
  }
  const danger = findDanger(value)
  if (danger) throw new NodeFailure(`The answer cannot be used. ${danger}`, { retry: false })
  return value
}
