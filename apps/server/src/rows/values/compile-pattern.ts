import { RE2JS } from 're2js'

const MAX_CACHED = 1000
const cache = new Map<string, RE2JS | null>()

/** Compiles a pattern for linear-time matching, with a cache; null if it does not compile. */
export function compilePattern(pattern: string): RE2JS | null {
  const known = cache.get(pattern)
  if (known !== undefined) return known
  if (cache.size >= MAX_CACHED) cache.clear()
  const made = tryCompile(pattern)
  cache.set(pattern, made)
  return made
}

function tryCompile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return null
  }
}
