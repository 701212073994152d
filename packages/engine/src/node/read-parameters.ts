import { isObject, type Json, type JsonObject } from './json.ts'
import { badParameter } from './node-failure.ts'

type From = JsonObject

/** Text parameter; defaults to ''. */
export function textOf(parameters: From, name: string): string {
  const value = parameters[name] ?? ''
  if (typeof value === 'string') return value
  if (typeof value === 'object') throw badParameter(`"${name}" must be a text.`)
  return String(value)
}

/** Text parameter that must not be empty. */
export function requiredText(parameters: From, name: string): string {
  const text = textOf(parameters, name)
  if (text.trim() === '') throw badParameter(`"${name}" is empty.`)
  return text
}

/** Number parameter within bounds. */
export function numberOf(
  parameters: From,
  name: string,
  bounds: { min: number; max: number; otherwise: number },
): number {
  const value = parameters[name] ?? bounds.otherwise
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || Number.isNaN(number)) {
    throw badParameter(`"${name}" must be a number.`)
  }
  if (number < bounds.min || number > bounds.max) {
    throw badParameter(`"${name}" must be between ${bounds.min} and ${bounds.max}.`)
  }
  return number
}

/** Object parameter; defaults to {}. */
export function objectOf(parameters: From, name: string): JsonObject {
  const value = parameters[name] ?? {}
  if (!isObject(value)) throw badParameter(`"${name}" must be an object.`)
  return value
}

/** Entries of an object as texts, for headers, query and form fields; empty values are omitted. */
export function textEntries(parameters: From, name: string): [string, string][] {
  return Object.entries(objectOf(parameters, name)).flatMap(([key, value]): [string, string][] => {
    if (value === null || value === '') return []
    const values: Json[] = Array.isArray(value) ? value : [value]
    return values.map((one) => [key, typeof one === 'string' ? one : JSON.stringify(one)])
  })
}
