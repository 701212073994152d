import { Configuration, DEFAULT_RULE, OPERATIONS, type Table } from '@plinth/contract'
import { catalogueOf, readRule } from '@plinth/expression'
import { describe, expect, it } from 'vitest'
import { CUSTOM_RULE, findRuleChoice, findSharedChoice, listRuleChoices } from './rule-choices.ts'

const relation = (id: string, name: string, options: object) => ({
  id,
  name,
  type: 'relation',
  options: { backColumnName: `${id}Back`, ...options },
})
const configuration = Configuration.parse({
  tables: [
    { id: 'u', name: 'users', type: 'Auth' },
    { id: 'p', name: 'posts', columns: [] },
    {
      id: 'd',
      name: 'documents',
      columns: [
        relation('author', 'author', { tableId: 'u' }),
        relation('readers', 'readers', { tableId: 'u', hasMultiple: true }),
        relation('post', 'post', { tableId: 'p' }),
      ],
    },
  ],
})
const [users, posts, documents] = configuration.tables as [Table, Table, Table]
const choicesOf = (table: Table, operation: (typeof OPERATIONS)[number] = 'list') =>
  listRuleChoices({ configuration, table, operation })

describe('rule presets', () => {
  it('are everyone, signed-in users, owner only and staff only', () => {
    expect(choicesOf(documents).map(({ label, note, rule }) => [label, note, rule])).toEqual([
      ['Everyone', undefined, 'true'],
      ['Signed-in users', undefined, '@request.auth.id != ""'],
      ['Owner only', 'author', 'author = @request.auth.id'],
      ['Owner only', 'readers', 'readers ?= @request.auth.id'],
      ['Staff only', undefined, ''],
    ])
  })

  it('have no Owner only without a relation to an Auth table', () => {
    expect(choicesOf(posts).map(({ label }) => label)).not.toContain('Owner only')
  })

  it('label the open create rule of an Auth table as sign-up', () => {
    expect(choicesOf(users, 'create')[0]).toMatchObject({
      label: 'Anyone can sign up',
      rule: 'true',
    })
    expect(choicesOf(users, 'list')[0]).toMatchObject({ label: 'Everyone' })
    expect(choicesOf(users).find(({ id }) => id === 'owner')?.rule).toBe('id = @request.auth.id')
  })

  it('are recognised from the rule text; any other text is custom', () => {
    const choices = choicesOf(documents)
    for (const { id, rule } of choices) expect(findRuleChoice(choices, ` ${rule} `)).toBe(id)
    expect(findRuleChoice(choices, 'status = "done"')).toBe('custom')
    expect(findRuleChoice(choices, DEFAULT_RULE)).toBe('signed-in')
  })

  it('are shared if all five rules have the same one', () => {
    const choices = choicesOf(documents)
    const shared = (rules: Table['rules']) =>
      findSharedChoice(choices, { rules, operations: OPERATIONS })
    expect(shared(documents.rules)).toBe('signed-in')
    expect(shared({ ...documents.rules, delete: '' })).toBe(CUSTOM_RULE)
    const custom = Object.fromEntries(OPERATIONS.map((one) => [one, 'id = "x"']))
    expect(shared(custom as Table['rules'])).toBe(CUSTOM_RULE)
  })

  it('are valid expressions', () => {
    const catalogue = catalogueOf(configuration)
    for (const table of configuration.tables) {
      for (const { rule } of OPERATIONS.flatMap((operation) => choicesOf(table, operation))) {
        expect(readRule(rule, { catalogue, table: table.name, mode: 'rule' }).ok, rule).toBe(true)
      }
    }
  })
})
