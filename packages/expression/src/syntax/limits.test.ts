import { describe, expect, test } from 'vitest'
import { check } from '../check/check.ts'
import { processorTimeOf } from '../testing/processor-time.ts'
import { CATALOGUE } from '../testing/world-catalogue.ts'
import { LIMITS } from './limits.ts'
import { parse } from './parse.ts'
import { parseSort } from './parse-sort.ts'

function messageOf(text: string): string {
  const parsed = parse(text)
  return parsed.ok ? 'ok' : (parsed.issues[0]?.message ?? '')
}

const times = (count: number, piece: (at: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, at) => piece(at)).join(between)

describe('meaning 13: every limit, at its bound and one beyond', () => {
  test.each([
    ['bytes', `a = "${'x'.repeat(4090)}"`, 'ok'],
    ['bytes', `a = "${'x'.repeat(4091)}"`, 'An expression has at most 4096 bytes'],
    ['bytes of UTF-8', `a = "${'é'.repeat(2045)}"`, 'ok'],
    ['bytes of UTF-8', `a = "${'é'.repeat(2046)}"`, 'An expression has at most 4096 bytes'],
    ['bytes of pairs', `a = "${'😀'.repeat(1023)}"`, 'An expression has at most 4096 bytes'],
    ['comparisons', times(64, () => 'a=1', '&&'), 'ok'],
    ['comparisons', times(65, () => 'a=1', '&&'), 'An expression has at most 64 comparisons'],
    ['depth', `${'('.repeat(16)}true${')'.repeat(16)}`, 'ok'],
    ['depth', `${'('.repeat(17)}true${')'.repeat(17)}`, 'Parentheses nest at most 16 deep'],
    ['depth of !', `${'!('.repeat(17)}true${')'.repeat(17)}`, 'Parentheses nest at most 16 deep'],
    [
      'depth of calls',
      `${'len('.repeat(17)}a${')'.repeat(17)} = 1`,
      'Parentheses nest at most 16 deep',
    ],
    ['depth of lists', `a in ${'['.repeat(17)}`, 'Parentheses nest at most 16 deep'],
    ['table roots', times(3, (at) => `@table.t${at}.a = 1`, '&&'), 'ok'],
    [
      'table roots',
      times(4, (at) => `@table.t${at}.a = 1`, '&&'),
      'An expression can use at most 3 @table roots',
    ],
    [
      'aliases',
      times(4, (at) => `@table.t:x${at}.a = 1`, '&&'),
      'An expression can use at most 3 @table roots',
    ],
    ['one root, often', times(9, () => '@table.t.a = 1', '&&'), 'ok'],
    ['list items', `a in [${times(500, () => '1', ',')}]`, 'ok'],
    ['list items', `a in [${times(500, () => '1', ',')},]`, 'ok'],
    ['list items', `a in [${times(501, () => '1', ',')}]`, 'A list has at most 500 items'],
  ])('%s', (_, text, expected) => {
    expect(messageOf(text)).toBe(expected)
  })

  test.each([
    [`${'title,'.repeat(7)}title`, true],
    [`${'title,'.repeat(8)}title`, false],
  ])('sort keys: %s', (text, isOk) => {
    expect(parseSort(text).ok).toBe(isOk)
  })

  test.each([
    ['author.org.members.user.org.members.role ?= "x"', true],
    ['author.org.members.user.org.members.user.role ?= "x"', false],
    ['@table.post.author.org.members.user.org.members.user.role ?= "x"', false],
  ])('six relations: %s', (text, isOk) => {
    const parsed = parse(text)
    if (!parsed.ok || !parsed.expression) throw new Error('Does not parse')
    const result = check(parsed.expression, { catalogue: CATALOGUE, mode: 'rule', table: 'post' })
    expect(result.ok).toBe(isOk)
    if (!result.ok)
      expect(result.issues[0]?.message).toBe(`A path follows at most ${LIMITS.hops} relations`)
  })

  test('20,000 parentheses, brackets or negations are reported without a stack overflow', () => {
    for (const mark of ['(', '[', '!(', 'len(', '((a=1)&&'])
      expect(parse(mark.repeat(20_000)).ok).toBe(false)
  })

  test('rejects a megabyte immediately', () => {
    const took = processorTimeOf(() => {
      expect(messageOf('a = 1 && '.repeat(120_000))).toBe('An expression has at most 4096 bytes')
      expect(parseSort('a,'.repeat(500_000)).ok).toBe(false)
    })
    expect(took).toBeLessThan(500)
  })
})
