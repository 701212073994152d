import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const MAX_NAMES = 5_000
const names = new LRUCache<string, string>({ max: MAX_NAMES })

/** The name under which a text is prepared; equal texts have equal names in every process. */
export function preparedName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
  }
  return name
}
