import type { Random } from '../stack/random.ts'
import { ODD_JSON, ODD_KEYS } from './odd-values.ts'

/** Placeholder for raw JSON text inside a value. */
const PLACE = '\u0001place\u0001'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

interface Spot {
  within: Json[] | { [key: string]: Json }
  key: string | number
}

function spotsOf(value: Json, found: Spot[] = []): Spot[] {
  if (value === null || typeof value !== 'object') return found
  for (const [key, part] of Object.entries(value)) {
    found.push({ within: value, key: Array.isArray(value) ? Number(key) : key })
    spotsOf(part, found)
  }
  return found
}

function put({ within, key }: Spot, value: Json): void {
  if (Array.isArray(within)) within[Number(key)] = value
  else within[key] = value
}

function objectsOf(value: Json): { [key: string]: Json }[] {
  const inner = spotsOf(value).flatMap(({ within }) => (Array.isArray(within) ? [] : [within]))
  const own = value !== null && typeof value === 'object' && !Array.isArray(value) ? [value] : []
  return [...new Set([...own, ...inner])]
}

/** JSON of a valid body with exactly one error. */
export function breakOneField(valid: unknown, random: Random): string {
  const value = structuredClone(valid ?? {}) as Json
  const spots = spotsOf(value)
  const spot = spots.length > 0 ? random.pick(spots) : undefined
  const way = spot ? random.below(10) : 9
  const odd = random.pick(ODD_JSON)
  const write = (piece: string) => JSON.stringify(value).replace(JSON.stringify(PLACE), () => piece)
  if (spot && way < 6) {
    put(spot, PLACE)
    return write(odd)
  }
  if (spot && way < 8 && !Array.isArray(spot.within)) {
    delete spot.within[spot.key]
    return JSON.stringify(value)
  }
  if (spot && way < 9 && !Array.isArray(spot.within)) {
    // A duplicate key: the first occurrence has a different value.
    const again = JSON.stringify(spot.within[spot.key])
    put(spot, PLACE)
    return write(`${odd},${JSON.stringify(String(spot.key))}:${again}`)
  }
  const [target] = [random.pick([...objectsOf(value), {}])]
  target[PLACE] = PLACE
  const text = objectsOf(value).includes(target) ? JSON.stringify(value) : JSON.stringify(target)
  return text.replace(`${JSON.stringify(PLACE)}:${JSON.stringify(PLACE)}`, () => {
    return `"${random.pick(ODD_KEYS)}":${odd}`
  })
}

const WRECKS: readonly ((text: string, random: Random) => Buffer | string)[] = [
  (text, random) => text.slice(0, random.below(text.length)),
  (text) => `${text}${text}`,
  (text) => `${text},`,
  (text) => text.replace('"', "'"),
  (text) => `\ufeff${text}`,
  (text) => `/* */${text}`,
  (text) => text.replace(/}$/, ',}'),
  (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])]),
  (text) => Buffer.from(text.replace(/[a-z]/, '\xff'), 'latin1'),
  (text) => Buffer.from(text, 'utf16le'),
  () => Buffer.from([0xed, 0xa0, 0x80]),
  () => Buffer.alloc(100),
  () => '',
  () => ' ',
  () => 'NaN',
  () => 'undefined',
  () => '"',
  () => '\\',
  () => '{"a":}',
  () => '[1,2',
  () => 'null',
  () => '[]',
  () => '"text"',
  () => '1e400',
  () => '['.repeat(100_000),
  () => '{"a":'.repeat(50_000),
  () => '"\\ud800"',
  () => `"${'\\u0000'.repeat(1_000)}"`,
]

/** A body that is not JSON, or JSON of a completely different shape. */
export function wreckBody(valid: unknown, random: Random): Buffer {
  const wrecked = random.pick(WRECKS)(JSON.stringify(valid ?? {}), random)
  return typeof wrecked === 'string' ? Buffer.from(wrecked) : wrecked
}
