import { describe, expect, test } from 'vitest'
import type { CheckInput } from '../check/check-context.ts'
import { CATALOGUE } from '../testing/world-catalogue.ts'
import { complete } from './complete.ts'

const RULE: CheckInput = { catalogue: CATALOGUE, mode: 'rule', table: 'post' }

/** Completes at the mark `¦`. */
function labels(marked: string, input: CheckInput = RULE): readonly string[] {
  const caret = marked.indexOf('¦')
  return complete({ text: marked.replace('¦', ''), caret, input }).items.map((item) => item.label)
}

describe('completion', () => {
  test('at the start: columns, roots, macros, functions and keywords', () => {
    const items = complete({ text: '', caret: 0, input: RULE }).items
    const kinds = new Set(items.map((item) => item.kind))
    expect([...kinds].sort()).toEqual(['column', 'function', 'keyword', 'macro'])
    expect(items).toContainEqual({ label: 'title', kind: 'column', detail: 'text' })
    expect(items.map((item) => item.label)).toEqual(
      expect.arrayContaining(['@request', '@now', 'lower', 'true', 'null']),
    )
  })

  test.each([
    ['ti¦', ['title']],
    ['title = "a" && st¦', ['status', 'stock']],
    ['(st¦', ['status', 'stock']],
    ['!(pri¦', ['price']],
    ['title in ["a", bo¦', ['body']],
    ['lower(tit¦', ['title']],
    ['author.ro¦', ['role', 'roles']],
    ['author.org.na¦', ['name']],
    ['editors.org.members.ro¦', ['role']],
    ['title.¦', []],
    ['meta.¦', []],
    ['@re¦', ['@request']],
    ['@t¦', ['@table', '@todayStart', '@todayEnd']],
    ['@table.me¦', ['membership']],
    ['@table.ban.re¦', ['reason']],
    ['@table.ban:x.re¦', ['reason']],
    ['@table.ban.user.ro¦', ['role', 'roles']],
    ['@table.nope.¦', []],
    ['@request.¦', ['auth', 'body', 'query', 'headers', 'old', 'method', 'context', 'env']],
    ['@request.auth.k¦', ['kind']],
    ['@request.auth.ro¦', ['role', 'roles']],
    ['@request.auth.pass¦', []],
    ['@request.body.ti¦', ['title']],
    ['@request.old.ti¦', ['title']],
    ['@request.query.¦', []],
    ['@const.¦', ['LEVEL', 'OWNER', 'BLANK', 'MISSING']],
    ['title:l¦', ['length', 'lower']],
    ['@table.ban:¦', []],
    ['title = "x" ¦', ['&&', '||']],
    ['(title = "x") ¦', ['&&', '||']],
    ['title in ["x"] ¦', ['&&', '||']],
    ['lower(title) = "x" ¦', ['&&', '||']],
    ['title = "ti¦', []],
    ['price = 1¦', []],
    ['// ti¦', []],
  ])('%s', (marked, expected) => {
    expect(labels(marked)).toEqual(expected)
  })

  test.each(['title ¦', 'title = "x" && author.role ¦', 'lower(title) ¦', '(title ¦'])(
    'an operator: %s',
    (marked) => {
      expect(labels(marked)).toEqual(expect.arrayContaining(['=', '?=', '!~', 'in', '?!in']))
    },
  )

  test.each(['title = ¦', 'title = "x" || ¦', 'title in [¦', 'title in ["x", ¦', 'lower(¦'])(
    'a value: %s',
    (marked) => {
      expect(labels(marked)).toEqual(expect.arrayContaining(['title', '@now', 'lower']))
    },
  )

  test('replaces the whole word at the caret', () => {
    expect(complete({ text: 'author.roxx = 1', caret: 9, input: RULE })).toMatchObject({
      from: 7,
      to: 11,
    })
    expect(complete({ text: '@reqxx', caret: 4, input: RULE })).toMatchObject({ from: 0, to: 6 })
  })

  test('offers no roots or hidden columns in a filter', () => {
    const filter: CheckInput = { ...RULE, mode: 'filter' }
    const offered = labels('¦', filter)
    for (const name of ['secret', 'pin', 'files', '@request', '@table', '@const'])
      expect(offered).not.toContain(name)
    expect(labels('author.to¦', filter)).toEqual([])
    expect(labels('@request.¦', filter)).toEqual([])
    expect(offered).toEqual(expect.arrayContaining(['title', '@now']))
  })

  test('offers no columns without a table', () => {
    const { table: _, ...free } = RULE
    expect(labels('ti¦', free)).toEqual([])
    expect(labels('@request.body.¦', free)).toEqual([])
    expect(labels('@table.ban.rea¦', free)).toEqual(['reason'])
  })
})
