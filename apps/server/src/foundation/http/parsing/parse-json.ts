import type { BodyLimits } from '@plinth/contract'
import { ApiError } from '../errors/api-error.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const OPEN = new Set([0x7b, 0x5b])
const CLOSE = new Set([0x7d, 0x5d])
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Checks depth and number of keys before parsing, so that a JSON bomb costs a single pass. */
function checkShape(text: string, limits: BodyLimits): void {
  let depth = 0
  let keys = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1) {
        if (text.charCodeAt(at) === BACKSLASH) at += 1
      }
    } else if (OPEN.has(code)) {
      depth += 1
      if (depth > limits.depth) {
        throw new ApiError('bad_request', `The body is nested deeper than ${limits.depth} levels.`)
      }
    } else if (CLOSE.has(code)) depth -= 1
    else if (code === COLON) keys += 1
  }
  if (keys > limits.keys) {
    throw new ApiError('too_large', `The body has more than ${limits.keys} keys.`)
  }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair, so neither could be read back. */
function isStorable(value: unknown): boolean {
  return typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))
}

function refuseForbidden(key: string, value: unknown): unknown {
  if (FORBIDDEN_KEYS.has(key)) throw new ApiError('bad_request', `The key "${key}" is not allowed.`)
  if (!isStorable(key) || !isStorable(value)) {
    throw new ApiError('bad_request', 'The body has a NUL or half a surrogate pair in a text.')
  }
  return value
}

/** Parses a request's JSON within its limits and without keys that could reach a prototype. */
export function parseJson(text: string, limits: BodyLimits): unknown {
  checkShape(text, limits)
  // The slow check of every value runs only if the text may contain something forbidden, also in escaped form.
  const suspicious = /__proto__|constructor|prototype|\\u(00|d[89a-f])/i.test(text)
  try {
    return JSON.parse(text, suspicious ? refuseForbidden : undefined)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('bad_request', 'The body is not valid JSON.')
  }
}
