import { RE2JS } from 're2js'

const MOST_PATTERNS = 1000
const cache = new Map<string, RE2JS | null>()

/** A pattern for linear-time matching, kept between rows; null when it does not compile. */
export function compilePattern(pattern: string): RE2JS | null {
  const known = cache.get(pattern)
  if (known !== undefined) return known
  if (cache.size >= MOST_PATTERNS) cache.clear()
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
