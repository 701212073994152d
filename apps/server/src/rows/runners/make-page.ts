import type { ListOfTexts } from '../../databases/sql/render.ts'
import type { Row } from './row-runner.ts'

/** The answers of a page as the single row that a page query returns. */
export function makePage(answers: readonly string[], { most, keys }: ListOfTexts): Row {
  const count = answers.length
  if (count <= most) return { answers: answers.join(','), count }
  const answered = answers.slice(0, most)
  return { answers: answered.join(','), count, keys: keysIn(answered.at(-1), keys) }
}

/** The cursor's keys, read from an answer that contains them all. */
function keysIn(answer: string | undefined, keys: readonly string[]): string | undefined {
  if (answer === undefined || keys.length === 0) return undefined
  const row = JSON.parse(answer) as Row
  return JSON.stringify(keys.map((key) => row[key]))
}
