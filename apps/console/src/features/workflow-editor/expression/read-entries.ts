import type { Json } from '../execution/execution.ts'
import { findExpressions } from './find-expressions.ts'

export type ObjectEntry = readonly [key: string, value: Json]

function isRecord(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a JSON text ends inside a string after appending `more`. */
function endsInString(more: string, isInside: boolean): boolean {
  let isQuoted = isInside
  for (let at = 0; at < more.length; at += 1) {
    if (isQuoted && more[at] === '\\') at += 1
    else if (more[at] === '"') isQuoted = !isQuoted
  }
  return isQuoted
}

/** Quotes expressions outside of strings, as the engine does before it parses the text. */
function quoteBare(text: string): string {
  let isInside = false
  let end = 0
  const pieces = findExpressions(text).map(({ from, to }) => {
    const before = text.slice(end, from)
    isInside = endsInString(before, isInside)
    const expression = text.slice(from, to)
    end = to
    return before + (isInside ? expression : JSON.stringify(expression))
  })
  return pieces.join('') + text.slice(end)
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** The keys that a JSON text has at its first level, with repetitions; a form would drop one of two equal keys. */
function hasRepeatedKeys(text: string, count: number): boolean {
  let depth = 0
  let colons = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted && character === '\\') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '{' || character === '[')) depth += 1
    else if (!isQuoted && (character === '}' || character === ']')) depth -= 1
    else if (!isQuoted && character === ':' && depth === 1) colons += 1
  }
  return colons > count
}

/** The entries of a JSON parameter; undefined if it is no object, so that only its text shows it in full. */
export function readEntries(value: Json | undefined): ObjectEntry[] | undefined {
  if (value === undefined || value === null) return []
  if (typeof value !== 'string') return isRecord(value) ? Object.entries(value) : undefined
  if (value.trim() === '') return []
  const text = parse(value) === undefined ? quoteBare(value) : value
  const read = parse(text)
  if (!isRecord(read)) return undefined
  const entries = Object.entries(read)
  return hasRepeatedKeys(text, entries.length) ? undefined : entries
}

/** The entries as the JSON text that the parameter stores. */
export function writeEntries(entries: readonly ObjectEntry[]): string {
  return entries.length === 0 ? '{}' : JSON.stringify(Object.fromEntries(entries), null, 2)
}

/** Adds an expression for a path under the path's last name. */
export function addPath(entries: readonly ObjectEntry[], path: string): ObjectEntry[] {
  const name = /(?:\.([\w$]+)|\["((?:[^"\\]|\\.)*)"\])$/.exec(path)
  const wanted = name?.[1] ?? name?.[2] ?? 'value'
  const keys = new Set(entries.map(([key]) => key))
  let key = wanted
  for (let number = 2; keys.has(key); number += 1) key = `${wanted}${number}`
  return [...entries, [key, `{{ ${path} }}`]]
}
