import { describe, expect, test } from 'vitest'
import { ALL_CASES } from '../testing/all-cases.ts'
import type { Case } from '../testing/read-case.ts'
import { rowsOf, scopeOf, TABLES } from '../testing/world.ts'
import { CATALOGUE } from '../testing/world-catalogue.ts'
import { decide, readRule } from './decide.ts'
import { evaluate } from './evaluate.ts'
import { fold } from './fold.ts'

const rows = rowsOf(TABLES)
const WORDS = { allowed: 'yes', denied: 'no', locked: 'locked', broken: 'broken' } as const

function ruleOf({ rule, table }: Case) {
  return readRule(rule, {
    catalogue: CATALOGUE,
    mode: 'rule',
    ...(table !== undefined && { table }),
  })
}

function verdictOf(each: Case) {
  const { action, stored, resulting } = each
  const sides = { ...(stored && { stored }), ...(resulting && { resulting }) }
  return WORDS[decide({ rule: ruleOf(each), action, ...sides, rows, scope: scopeOf(each.request) })]
}

describe('language semantics', () => {
  test.each(ALL_CASES)('$meaning: $why — $line', (each) => {
    expect(verdictOf(each)).toBe(each.verdict)
  })

  test('has at least 400 distinct cases', () => {
    const lines = ALL_CASES.map((each) => each.line.split('¦').slice(1, 4).join('¦'))
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.length).toBeGreaterThanOrEqual(400)
  })
})

describe('folding the request first does not change the result', () => {
  const open = ALL_CASES.filter((each) => each.verdict === 'yes' || each.verdict === 'no')
  test.each(open)('$line', (each) => {
    const rule = ruleOf(each)
    if (!rule.ok || rule.rule.type !== 'open') throw new Error('The case does not check')
    const { checked } = rule.rule
    const scope = scopeOf(each.request)
    const rest = fold(checked, scope)
    for (const row of [each.stored, each.resulting]) {
      const input = { rows, scope, ...(row && { row }) }
      const whole = evaluate({ checked, ...input })
      const folded =
        typeof rest === 'boolean'
          ? { ok: true, holds: rest }
          : evaluate({ checked: rest, ...input })
      if (row || each.action === 'execute') expect(folded).toEqual(whole)
    }
  })
})
