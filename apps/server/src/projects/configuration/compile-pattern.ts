import { LRUCache } from 'lru-cache'
import { RE2JS } from 're2js'

const MAX_PATTERNS = 1000
const cache = new LRUCache<string, { readonly compiled: RE2JS | null }>({ max: MAX_PATTERNS })

/** A pattern for linear-time matching, cached between rows; null when it does not compile. */
export function compilePattern(pattern: string): RE2JS | null {
  const cached = cache.get(pattern)
  if (cached) return cached.compiled
  const compiled = tryCompile(pattern)
  cache.set(pattern, { compiled })
  return compiled
}

function tryCompile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return null
  }
}
