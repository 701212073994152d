import { check, checkSort, fold, parse, parseSort, readRule } from '@plinth/expression'
import { compileCreate } from './compile/compile-create.ts'
import { compileOne, compilePage } from './compile/compile-select.ts'
import { compileUpdate } from './compile/compile-update.ts'
import { modelOf, tableNamed } from './compile/data-model.ts'
import { postgresDialect } from './compile/postgres-dialect.ts'
import { WHOLE_ROW } from './compile/row-object.ts'
import { idFor } from './testing/stable-ids.ts'
import { testLayout } from './testing/test-layout.ts'
import { WORLD } from './testing/world-configuration.ts'

const model = modelOf({
  configuration: WORLD,
  layout: testLayout(WORLD, 'e_x'),
  dialect: postgresDialect,
})
const table = tableNamed(model, 'post')
const rule = readRule('author = @request.auth.id || status = "published"', {
  catalogue: model.catalogue,
  mode: 'rule',
  table: 'post',
})
if (!rule.ok || rule.rule.type !== 'open') throw 1
const checked = rule.rule.checked
const scope = { request: { auth: { id: idFor('ann') } }, now: 0 }
const f = parse('price > 5 && title ~ "x"')
if (!f.ok || !f.expression) throw 1
const fc = check(f.expression, { catalogue: model.catalogue, mode: 'filter', table: 'post' })
if (!fc.ok) throw 1
const s = parseSort('-createdOn')
if (!s.ok) throw 1
const sort = checkSort(s.keys, { catalogue: model.catalogue, mode: 'filter', table: 'post' })
if (!sort.ok) throw 1
const viewer = { seesHidden: false }
const time = (name: string, run: () => unknown) => {
  for (let i = 0; i < 3000; i++) run()
  const t = process.cpuUsage().user
  const N = 20000
  for (let i = 0; i < N; i++) run()
  console.log(name, ((process.cpuUsage().user - t) / N).toFixed(2), 'us')
}
for (let k = 0; k < 2; k++) {
  time('fold rule', () => fold(checked, scope))
  time('parse+check filter', () => {
    const f = parse('price > 5 && title ~ "x"')
    if (f.ok && f.expression)
      check(f.expression, { catalogue: model.catalogue, mode: 'filter', table: 'post' })
  })
  time('page', () =>
    compilePage(model, {
      table,
      rule: fold(checked, scope),
      filter: fold(fc.checked, scope),
      sort: sort.keys,
      limit: 30,
      view: WHOLE_ROW,
      viewer,
    }),
  )
  time('one', () =>
    compileOne(model, {
      table,
      rule: fold(checked, scope),
      id: idFor('p1'),
      view: WHOLE_ROW,
      viewer,
    }),
  )
  time('update', () =>
    compileUpdate(model, {
      table,
      rule: fold(checked, scope),
      row: {
        id: idFor('p1'),
        values: new Map<string, unknown>([
          ['title', 'x'],
          ['price', 5],
        ]),
      },
      now: 0,
      view: WHOLE_ROW,
      viewer,
    }),
  )
  time('create', () =>
    compileCreate(model, {
      table,
      rule: fold(checked, scope),
      row: {
        id: idFor('p1'),
        values: new Map<string, unknown>([
          ['title', 'x'],
          ['price', 5],
          ['author', idFor('ann')],
        ]),
      },
      now: 0,
      view: WHOLE_ROW,
      viewer,
    }),
  )
}
const p = compilePage(model, {
  table,
  rule: fold(checked, scope),
  filter: fold(fc.checked, scope),
  sort: sort.keys,
  limit: 30,
  view: WHOLE_ROW,
  viewer,
})
if (p.ok) console.log(p.statement.text, p.statement.values)
const u = compileUpdate(model, {
  table,
  rule: fold(checked, scope),
  row: {
    id: idFor('p1'),
    values: new Map<string, unknown>([
      ['status', 'x'],
      ['price', 5],
    ]),
  },
  now: 0,
  view: { columns: new Set(['title']), relations: new Map() },
  viewer,
})
console.log(u.steps[0]?.statement.text)
