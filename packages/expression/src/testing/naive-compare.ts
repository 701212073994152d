/** A raw value with its kind, as the naive evaluator sees it. */
export type Measured = {
  readonly values: readonly unknown[]
  readonly type:
    | 'text'
    | 'number'
    | 'bool'
    | 'date'
    | 'file'
    | 'json'
    | 'free'
    | 'input'
    | 'nothing'
  readonly isOutside: boolean
  readonly isWritten: boolean
}

const LOOSE = ['json', 'free', 'input', 'nothing']

/** A value prefixed with its kind, `null` if absent, `?` if not convertible. */
function tag(value: unknown, own: Measured, other: Measured): string {
  if (value === null || value === undefined) return 'null'
  const wanted = LOOSE.includes(own.type) ? other.type : own.type
  const asDate = wanted === 'date' || other.type === 'date'
  if (typeof value === 'string' && asDate) return value === '' ? 'null' : tagDate(value)
  if (typeof value === 'number' && asDate) return own.type === 'date' ? `date ${value}` : '?'
  if (typeof value === 'string' && own.type === 'input') {
    if (wanted === 'number') return value === '' ? 'null' : tagNumber(value)
    if (wanted === 'bool')
      return value === ''
        ? 'null'
        : value === 'true' || value === 'false'
          ? `boolean ${value}`
          : '?'
  }
  if (typeof value === 'object') return '?'
  if (
    !LOOSE.includes(wanted) &&
    wanted !== { string: 'text', number: 'number', boolean: 'bool' }[typeof value as 'string']
  )
    return '?'
  return `${typeof value} ${value}`
}

export function tagDate(text: string): string {
  const hasTime = text.includes(':')
  const spelled = !hasTime
    ? `${text}T00:00:00Z`
    : /(Z|[+-]\d\d:\d\d)$/.test(text)
      ? text
      : `${text}Z`
  const moment = Date.parse(spelled.replace(' ', 'T'))
  return Number.isNaN(moment) ? '?' : `date ${moment}`
}

function tagNumber(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? `number ${Number(text)}` : '?'
}

/** Whether a positive operator holds between the i-th and the j-th value. */
export function relate(
  operator: string,
  left: Measured,
  right: Measured,
  i: number,
  j: number,
): boolean {
  const a = tag(left.values[i], left, right)
  const b = tag(right.values[j], right, left)
  const isBlank = (text: string) => text === 'null' || text === 'string '
  if (operator === '=') {
    const isExact = left.type === 'json' || right.type === 'json'
    const isForeign = (left.isOutside || right.isOutside) && !left.isWritten && !right.isWritten
    const hasNull = [left, right].some((side) => side.isWritten && side.values[0] === null)
    const hasBlankWord = [left, right].some((side) => side.isWritten && side.values[0] === '')
    if (hasNull || (hasBlankWord && !isExact)) {
      const empty = ({ type, values }: Measured, at: number) =>
        values[at] === null || values[at] === undefined || (values[at] === '' && type !== 'json')
      return empty(left, i) && empty(right, j)
    }
    if (a === '?' || b === '?' || (isForeign && (isBlank(a) || isBlank(b)))) return false
    return a === b || (!isExact && isBlank(a) && isBlank(b))
  }
  if (a === '?' || b === '?' || a === 'null' || b === 'null') return false
  if (operator === 'in') {
    const isForeign = (left.isOutside || right.isOutside) && !left.isWritten && !right.isWritten
    return a === b && !(isForeign && isBlank(a))
  }
  const [kind = ''] = a.split(' ')
  if (kind !== b.split(' ')[0]) return false
  if (operator === '~') return kind === 'string' && like(a.slice(7), b.slice(7))
  if (kind === 'boolean') return false
  const [x, y] = [a.slice(kind.length + 1), b.slice(kind.length + 1)]
  const order = kind === 'string' ? spellOrder(x, y) : Number(x) - Number(y)
  return { '>': order > 0, '>=': order >= 0, '<': order < 0, '<=': order <= 0 }[operator] ?? false
}

/** Fixed-width code points sort like texts. */
function spellOrder(a: string, b: string): number {
  const spell = (text: string) =>
    Array.from(text, (letter) => (letter.codePointAt(0) ?? 0).toString(16).padStart(6, '0'))
  const [x, y] = [spell(a).join(' '), spell(b).join(' ')]
  return x === y ? 0 : x < y ? -1 : 1
}

/** LIKE as a regular expression: only suitable for small test data. */
function like(text: string, pattern: string): boolean {
  const parts: readonly string[] = pattern.match(/\\[%\\]|[\s\S]/g) ?? []
  const source = parts.map((part) => {
    if (part === '%') return '[\\s\\S]*'
    const letter = part === '\\%' || part === '\\\\' ? part.slice(1) : part
    const plain = letter.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
    return /[A-Za-z]/.test(letter) ? `[${letter.toLowerCase()}${letter.toUpperCase()}]` : plain
  })
  const body = source.join('')
  return new RegExp(parts.includes('%') ? `^${body}$` : body).test(text)
}
