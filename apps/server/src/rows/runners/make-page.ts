import type { ListOfTexts } from '../../databases/sql/render.ts'
import type { Row } from './row-runner.ts'

/** UTF-8 needs at most this many bytes for a UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3

/** Counts the bytes of answers joined by commas; encodes texts only when their length leaves it open. */
class ByteCount {
  readonly #max: number
  #units = 0
  #bytes: number | undefined
  #texts: string[] = []

  constructor(max: number) {
    this.#max = max
  }

  /** Whether the answers with this one are within the limit; one that is not must be the last. */
  add(text: string): boolean {
    this.#units += text.length + 1
    if (this.#bytes === undefined) {
      this.#texts.push(text)
      if ((this.#units - 1) * MAX_BYTES_PER_UNIT <= this.#max) return true
      this.#bytes = -1
      for (const each of this.#texts) this.#bytes += Buffer.byteLength(each) + 1
      this.#texts = []
    } else this.#bytes += Buffer.byteLength(text) + 1
    return this.#bytes <= this.#max
  }
}

/** The answers of a page as the single row that a page query returns. */
export function makePage(answers: Iterable<string | null>, list: ListOfTexts): Row {
  const { most, keys, maxBytes } = list
  const bytes = new ByteCount(maxBytes)
  const answered: string[] = []
  let count = 0
  for (const answer of answers) {
    count += 1
    if (count > most) break
    if (answer === null || !bytes.add(answer)) return { answers: null, count }
    answered.push(answer)
  }
  const text = answered.join(',')
  if (count <= most) return { answers: text, count }
  return { answers: text, count, keys: keysIn(answered.at(-1), keys) }
}

/** The cursor's keys, read from an answer that contains them all. */
function keysIn(answer: string | undefined, keys: readonly string[]): string | undefined {
  if (answer === undefined || keys.length === 0) return undefined
  const row = JSON.parse(answer) as Row
  return JSON.stringify(keys.map((key) => row[key]))
}

/** Rows up to a byte limit; the first row beyond it has a null answer, or had one already, and is the last. */
export function cutRows(
  rows: Iterable<Row>,
  { maxBytes, minRows = 0 }: { readonly maxBytes: number; readonly minRows?: number },
): readonly Row[] {
  const bytes = new ByteCount(maxBytes)
  const cut: Row[] = []
  for (const row of rows) {
    const fits = row.answer !== null && bytes.add(String(row.answer))
    if (fits) cut.push(row)
    else {
      const before = cut.length < minRows ? cut.map((each) => ({ ...each, answer: '' })) : cut
      return [...before, { ...row, answer: null }]
    }
  }
  return cut
}
