import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkSort } from './check/check-sort.ts'
import { complete } from './complete/complete.ts'
import { readRule } from './evaluate/decide.ts'
import { evaluate } from './evaluate/evaluate.ts'
import { fold } from './evaluate/fold.ts'
import { parse } from './syntax/parse.ts'
import { parseSort } from './syntax/parse-sort.ts'
import { print } from './syntax/print.ts'
import { tokenize } from './syntax/tokenize.ts'
import { ALL_CASES } from './testing/all-cases.ts'
import { processorTimeOf } from './testing/processor-time.ts'
import { requestBy, rowsOf, scopeOf, TABLES } from './testing/world.ts'
import { CATALOGUE } from './testing/world-catalogue.ts'

const GROUND = { catalogue: CATALOGUE, mode: 'rule', table: 'post' } as const
const scope = scopeOf(requestBy('ann'))
const rows = rowsOf(TABLES)
const [row = {}] = TABLES.post ?? []

/** Passes a text to every entry point of the package; returns whether it is a valid rule. */
function tryAll(text: string): boolean {
  // Plain conditions, because tens of thousands of assertions would cost more than the parser.
  const isTorn = tokenize(text).tokens.some(
    (token) => text.slice(token.from, token.to) !== token.text,
  )
  if (isTorn) throw new Error(`Torn tokens: ${JSON.stringify(text)}`)
  const parsed = parse(text)
  if (!parsed.ok) {
    const isPlaced = parsed.issues.every(
      ({ from, to, message }) =>
        from >= 0 && from <= to && to <= text.length && message.length < 300,
    )
    if (!isPlaced || parsed.issues.length === 0)
      throw new Error(`Misplaced: ${JSON.stringify(parsed)}`)
  } else if (parsed.expression && !parse(print(parsed.expression)).ok)
    throw new Error(`Not printable: ${JSON.stringify(text)}`)
  const sort = parseSort(text)
  if (sort.ok) checkSort(sort.keys, GROUND)
  complete({ text, caret: text.length >> 1, input: GROUND })
  const rule = readRule(text, GROUND)
  readRule(text, { ...GROUND, mode: 'filter' })
  if (!rule.ok || rule.rule.type === 'locked') return false
  fold(rule.rule.checked, scope)
  evaluate({ checked: rule.rule.checked, row, rows, scope })
  return true
}

/** Runs without shrinking; also bounds the slowest single input. */
function pour(texts: readonly string[]): number {
  let sound = 0
  let slowest = 0
  for (const text of texts) {
    const took = processorTimeOf(() => {
      if (tryAll(text)) sound += 1
    })
    slowest = Math.max(slowest, took)
  }
  // A hang would take seconds.
  expect(slowest).toBeLessThan(3000)
  return sound
}

// Includes lone surrogates and NUL.
const anything = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
const ascii = fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCodePoint(code))
const SEEDS = ALL_CASES.map((each) => each.rule)
const PIECES = [...new Set(SEEDS.flatMap((rule) => rule.split(/\b|(?=[^\w])/)))]

test('survives 10,000 random texts', { timeout: 30_000 }, () => {
  pour(fc.sample(fc.string({ unit: anything, maxLength: 120 }), { numRuns: 5000, seed: 1 }))
  pour(fc.sample(fc.string({ unit: ascii, maxLength: 200 }), { numRuns: 5000, seed: 2 }))
})

test('survives 5,000 random sequences of tokens', { timeout: 30_000 }, () => {
  const soup = fc.array(fc.constantFrom(...PIECES, ' ', '(', ')', '&&', '||'), { maxLength: 60 })
  pour(fc.sample(soup, { numRuns: 5000, seed: 3 }).map((pieces) => pieces.join('')))
})

test('survives 10,000 mutated valid rules', {
  timeout: 30_000,
}, () => {
  const change = fc.record({
    at: fc.nat(200),
    length: fc.nat(6),
    piece: fc.constantFrom(...PIECES, '"', '\\', '\0', '%', '?', '@', '{{', '\ud800'),
  })
  const mutated = fc
    .tuple(fc.constantFrom(...SEEDS), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([rule, changes]) =>
      changes.reduce((text, { at, length, piece }) => {
        const place = text.length === 0 ? 0 : at % text.length
        return text.slice(0, place) + piece + text.slice(place + length)
      }, rule),
    )
  const sound = pour(fc.sample(mutated, { numRuns: 10_000, seed: 4 }))
  // Enough of them must reach the checker and the evaluator for the test to be meaningful.
  expect(sound).toBeGreaterThan(200)
})

test('never finds names on prototypes', () => {
  for (const name of [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
  ])
    for (const path of [
      name,
      `author.${name}`,
      `@table.${name}.a`,
      `@table.ban.${name}`,
      `@const.${name}`,
      `@request.${name}`,
      `@request.auth.${name}`,
      `@request.body.${name}`,
    ])
      expect(readRule(`${path} = "x"`, GROUND).ok).toBe(false)
  expect(readRule('__proto__(title) = "x"', GROUND).ok).toBe(false)
  expect(readRule('constructor(title) = "x"', GROUND).ok).toBe(false)
})
