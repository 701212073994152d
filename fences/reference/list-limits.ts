/** `MAX_ROWS`, `LONGEST_MS`, `TABLE_LIMIT` and the like, with a number or a product of numbers. */
const LIMIT =
  /^ *(?:export )?const ((?:\w+_)?(?:MAX|LONGEST|LIMIT)(?:_\w+)?)(?:: number)? = ([\w. */]+)$/gm
const CONSTANT = /^ *(?:export )?const ([A-Z_]+) = ([\w. */]+)$/gm

const OPERATIONS: Readonly<Record<string, (left: number, right: number) => number>> = {
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '**': (left, right) => left ** right,
}

/** The value of an expression such as `10 * MB`; undefined if a part of it is not a number. */
function compute(text: string, constants: ReadonlyMap<string, string>): number | undefined {
  const [first = '', ...rest] = text.trim().split(' ')
  const read = (part: string): number | undefined => {
    const number = Number(part.replaceAll('_', ''))
    if (part !== '' && !Number.isNaN(number)) return number
    const named = constants.get(part)
    return named === undefined ? undefined : compute(named, constants)
  }
  let value = read(first)
  for (let at = 0; at < rest.length; at += 2) {
    const apply = OPERATIONS[rest[at] ?? '']
    const right = read(rest[at + 1] ?? '')
    if (!apply || value === undefined || right === undefined) return undefined
    value = apply(value, right)
  }
  return value
}

/** The limits of a file by `file#NAME`. */
export function listLimits(file: string, content: string): [source: string, value: number][] {
  const constants = new Map(
    [...content.matchAll(CONSTANT)].map(([, name = '', text = '']) => [name, text]),
  )
  return [...content.matchAll(LIMIT)].flatMap(([, name = '', text = '']): [string, number][] => {
    const value = compute(text, constants)
    return value === undefined ? [] : [[`${file}#${name}`, value]]
  })
}
