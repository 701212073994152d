import { describe, expect, test } from 'vitest'
import { requestBy, rowsOf, scopeOf, TABLES } from '../testing/world.ts'
import { CATALOGUE } from '../testing/world-catalogue.ts'
import { readRule } from './decide.ts'
import { evaluate } from './evaluate.ts'
import { fold } from './fold.ts'

function checkedOf(text: string) {
  const rule = readRule(text, { catalogue: CATALOGUE, mode: 'rule', table: 'post' })
  if (!rule.ok || rule.rule.type === 'locked') throw new Error(`Does not check: ${text}`)
  return rule.rule.checked
}

const foldFor = (who: string, text: string) => fold(checkedOf(text), scopeOf(requestBy(who)))

describe('decides expressions that read no row', () => {
  test.each([
    ['guest', '@request.auth.id != ""', false],
    ['ann', '@request.auth.id != ""', true],
    ['ann', '@request.auth.id != "" && status = "x" && false', false],
    ['ann', '@request.auth.role = "admin" || author = @request.auth.id', true],
    ['guest', 'author = @request.auth.id', false],
    ['guest', 'editors ?= @request.auth.id', false],
    ['guest', 'author != @request.auth.id', true],
    ['guest', 'title ~ @request.query.q', false],
    ['guest', 'title !~ @request.query.q', true],
    ['guest', 'price > @request.query.max', false],
    ['guest', 'title in [@request.query.a, @request.query.b]', false],
    ['guest', 'title !in [@request.query.a]', true],
    ['guest', '!(author = @request.auth.id)', true],
    ['guest', '@table.ban.user = @request.auth.id', false],
    ['guest', 'price = @const.OWNER', false],
    ['ann', '@now > "2025-01-01" && len("abc") = 3', true],
    ['ann', 'stock > null', false],
  ])('%s: %s', (who, text, expected) => {
    expect(foldFor(who, text)).toBe(expected)
  })

  test.each([
    ['guest', '@table.ban.user != @request.auth.id', 'some row must be there'],
    ['guest', 'editors ?!= @request.auth.id', 'some element must be there'],
    ['guest', 'tags ?!= @request.query.a', 'some value must be there'],
    ['ann', 'author = @request.auth.id', 'the row decides'],
    ['ann', 'stock = null', 'a literal null depends on the row'],
  ])('%s: leaves %s, because %s', (who, text) => {
    expect(typeof foldFor(who, text)).toBe('object')
  })

  test('replaces request values with literals', () => {
    expect(foldFor('ann', '@request.auth.id != "" && author = @request.auth.id')).toMatchObject({
      type: 'compare',
      left: { type: 'path' },
      targets: [{ operand: { type: 'value', value: 'ann', isWritten: false }, comparison: 'text' }],
    })
    expect(foldFor('ann', 'tags ?= @request.auth.roles')).toMatchObject({
      targets: [{ operand: { type: 'values', values: ['editor', 'writer'] } }],
    })
  })

  test('does not merge a single || branch into the surrounding && list', () => {
    const text = '(comments.author ?= "ann" || false) && (comments.likes ?> 2 || false)'
    const rest = foldFor('guest', text)
    expect(rest).toMatchObject({ type: 'all', items: [{ type: 'any' }, { type: 'any' }] })
  })
})

test('copies no part that stays as it is', () => {
  const unchanged = checkedOf('title in ["a", "b"] || !(price > 1 && status = "x")')
  expect(fold(unchanged, scopeOf({}))).toBe(unchanged)
  const changed = checkedOf('author = @request.auth.id || title in ["a", "b"]')
  const folded = fold(changed, scopeOf(requestBy('ann')))
  if (changed.type !== 'any' || typeof folded !== 'object' || folded.type !== 'any')
    throw new Error('alternatives are lost')
  expect(folded.items[0]).not.toBe(changed.items[0])
  expect(folded.items[1]).toBe(changed.items[1])
})

test('reports an issue when an evaluation exceeds the step limit, negated or not', () => {
  const scope = scopeOf(requestBy('ann'))
  const rows = rowsOf(TABLES)
  const text =
    '@table.comment:a.likes = @table.comment:b.likes && @table.comment:b.text = @table.comment:c.text && @table.comment:c.id = "x"'
  for (const rule of [text, `!(${text})`]) {
    const outcome = evaluate({ checked: checkedOf(rule), row: {}, rows, scope, steps: 20 })
    expect(outcome).toMatchObject({
      ok: false,
      issues: [{ message: 'The expression takes too many steps on these rows' }],
    })
  }
})

test('searches paths without a common row separately, not in every combination', () => {
  const many = Array.from({ length: 200 }, (_, at) => ({ id: `c${at}`, likes: at, text: `t${at}` }))
  const rows = rowsOf({ ...TABLES, comment: many })
  const parts = ['a', 'b', 'c'].map((alias) => `@table.comment:${alias}.likes = 199`)
  const checked = checkedOf(`${parts.join(' && ')} && editors.role ?= "nobody"`)
  const outcome = evaluate({
    checked,
    row: { editors: ['ann'] },
    rows,
    scope: scopeOf({}),
    steps: 5000,
  })
  expect(outcome).toEqual({ ok: true, holds: false })
})
