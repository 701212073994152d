import { expect, test } from 'vitest'
import type { Catalogue } from '../check/catalogue.ts'
import { check } from '../check/check.ts'
import { parse } from '../syntax/parse.ts'
import { evaluate } from './evaluate.ts'

const column = (name: string, kind: 'text' | 'json') => ({
  id: name,
  name,
  kind,
  isMany: false,
  isHidden: false,
  isHashed: false,
  isProtected: false,
})
const columns = new Map([
  ['title', column('title', 'text')],
  ['left', column('left', 'json')],
  ['right', column('right', 'json')],
])
const catalogue: Catalogue = {
  tables: new Map([['note', { id: 'notes', name: 'note', isAuth: false, columns }]]),
}

function run(text: string, row: object, limits: { steps?: number; characters?: number }) {
  const parsed = parse(text)
  if (!parsed.ok || !parsed.expression) throw new Error(text)
  const checked = check(parsed.expression, { catalogue, mode: 'rule', table: 'note' })
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues))
  const scope = { request: {}, now: 0 }
  const rows = { list: () => [], find: () => undefined }
  return evaluate({ checked: checked.checked, row: { ...row }, rows, scope, ...limits })
}

test('counts the characters of every comparison, negated ones too', () => {
  const row = { title: 'x'.repeat(60) }
  expect(run('title = "a" || title = "b"', row, { characters: 122 })).toMatchObject({
    holds: false,
  })
  expect(run('title = "a" || title = "b"', row, { characters: 121 })).toMatchObject({ ok: false })
  expect(run('title !~ "a" && title !~ "b"', row, { characters: 121 })).toMatchObject({ ok: false })
})

test('two long lists end at the limit of steps, not after all pairs', () => {
  const list = (text: string) => Array.from({ length: 4_000 }, () => text)
  const row = { left: list('a'), right: list('b') }
  const startedAt = Date.now()
  expect(run('left:each !~ right:each', row, { steps: 10_000 })).toMatchObject({ ok: false })
  expect(Date.now() - startedAt).toBeLessThan(1_000)
  const short = { left: ['a', 'b'], right: ['c'] }
  expect(run('left:each !~ right:each', short, { steps: 10 })).toMatchObject({ holds: true })
})
