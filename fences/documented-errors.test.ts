import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_STATUS } from '@plinth/contract'
import { describe, expect, test } from 'vitest'

const MIN_SENTENCE = 40
const page = readFileSync(join(import.meta.dirname, '../docs/guide/errors.md'), 'utf8')

/** Codes whose line in the table is missing, has another status, or says too little or what another line says. */
function findUndocumented(text: string, codes: Readonly<Record<string, number>>): string[] {
  const rows = text.split('\n').filter((line) => line.startsWith('| `'))
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
  const meanings = cells.map(([, , , meaning]) => meaning)
  const documented = cells.map(([, code]) => code?.replaceAll('`', '') ?? '')
  const wrong = Object.entries(codes).filter(([code, status]) => {
    const [, , said, meaning = ''] = cells[documented.indexOf(code)] ?? []
    const isRepeated = meanings.filter((other) => other === meaning).length > 1
    return said !== String(status) || meaning.length < MIN_SENTENCE || isRepeated
  })
  const unknown = documented.filter((code) => !(code in codes))
  return [...wrong.map(([code]) => code), ...unknown]
}

test('every error code is explained with its status', () => {
  expect(findUndocumented(page, ERROR_STATUS)).toEqual([])
})

describe('the check finds a planted defect', () => {
  const line = (code: string, status: number, meaning: string) =>
    `| \`${code}\` | ${status} | ${meaning} | Do it. |`
  const long = 'The request cannot be read at all by the server.'
  test.each([
    ['nothing wrong', line('gone', 410, long), []],
    ['missing', '', ['gone']],
    ['another status', line('gone', 404, long), ['gone']],
    ['too short', line('gone', 410, 'It is gone.'), ['gone']],
    ['unknown', `${line('gone', 410, long)}\n${line('lost', 404, `${long} No.`)}`, ['lost']],
    ['repeated', `${line('gone', 410, long)}\n${line('lost', 404, long)}`, ['gone', 'lost']],
  ])('%s', (_name, text, found) => expect(findUndocumented(text, { gone: 410 })).toEqual(found))
})
