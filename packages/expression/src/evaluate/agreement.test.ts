import { describe, expect, test } from 'vitest'
import { check } from '../check/check.ts'
import { parse } from '../syntax/parse.ts'
import { ALL_CASES } from '../testing/all-cases.ts'
import { naiveMatches } from '../testing/naive-evaluator.ts'
import { rowsOf, scopeOf, TABLES } from '../testing/world.ts'
import { CATALOGUE } from '../testing/world-catalogue.ts'
import { evaluate } from './evaluate.ts'

describe('the naive evaluator agrees with every case', () => {
  const open = ALL_CASES.filter((each) => each.verdict === 'yes' || each.verdict === 'no')
  test.each(open)('$line', ({ rule, table, stored, resulting, request, action }) => {
    const parsed = parse(rule)
    if (!parsed.ok || !parsed.expression) throw new Error('The case does not parse')
    const home = table === undefined ? {} : { table }
    const result = check(parsed.expression, { catalogue: CATALOGUE, mode: 'rule', ...home })
    if (!result.ok) throw new Error('The case does not check')
    const scope = scopeOf(request)
    for (const row of [stored, resulting]) {
      if (!row && action !== 'execute') continue
      const input = row ? { row } : {}
      const town = {
        catalogue: CATALOGUE,
        tables: TABLES,
        scope,
        ...input,
        ...(table !== undefined && { home: table }),
      }
      const ours = evaluate({ checked: result.checked, rows: rowsOf(TABLES), scope, ...input })
      expect(ours).toEqual({ ok: true, holds: naiveMatches(town, parsed.expression) })
    }
  })
})
