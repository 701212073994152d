import type { Json } from '../../node/json.ts'
import { badParameter } from '../../node/node-failure.ts'

/** Whether two values are equal as JSON; the order of keys makes no difference. */
export function isSame(one: Json, other: Json): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    return one.every((entry, at) => isSame(entry, other[at] as Json))
  }
  const [left, right] = [Object.entries(one), Object.entries(other)]
  if (left.length !== right.length) return false
  const of = new Map(right)
  return left.every(([key, value]) => {
    const match = of.get(key)
    return match !== undefined && isSame(value, match)
  })
}

/** Users type values as text: "5" compared with the number 5 means the number. */
function readAs(typed: Json, like: Json): Json {
  if (typeof typed !== 'string') return typed
  if (typeof like === 'number' && typed.trim() !== '' && !Number.isNaN(Number(typed))) {
    return Number(typed)
  }
  if (typeof like === 'boolean' && (typed === 'true' || typed === 'false')) return typed === 'true'
  if (like === null && typed === 'null') return null
  return typed
}

/** Whether two values are equal; either may be a number typed as text. */
export function isEqual(left: Json, right: Json): boolean {
  return isSame(left, readAs(right, left)) || isSame(readAs(left, right), right)
}

/** Three-way comparison; throws unless both are numbers or both are texts. */
export function compare(left: Json, right: Json): number {
  const [one, other] = [readAs(left, right), readAs(right, left)]
  if (typeof one === 'number' && typeof other === 'number') return one - other
  if (typeof one === 'string' && typeof other === 'string') {
    const numbers = [Number(one), Number(other)] as const
    const both = one.trim() !== '' && other.trim() !== '' && !numbers.some(Number.isNaN)
    if (both) return numbers[0] - numbers[1]
    return one < other ? -1 : Number(one > other)
  }
  throw badParameter('Only two numbers or two texts can be compared by order.')
}
