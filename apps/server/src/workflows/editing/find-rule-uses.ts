import { type ConstantUse, OPERATIONS } from '@plinth/contract'
import { tokenize } from '@plinth/expression'
import { readConfiguration } from '../../projects/configuration/configuration-text.ts'

type RuleUse = Extract<ConstantUse, { kind: 'rule' }>

/** Whether a rule reads `@const.KEY`; matches inside texts and comments do not count. */
function readsConstant(rule: string, key: string): boolean {
  const tokens = tokenize(rule).tokens.filter(({ type }) => type !== 'comment')
  return tokens.some(
    (token, at) =>
      token.type === 'root' &&
      token.text === '@const' &&
      tokens[at + 1]?.type === '.' &&
      tokens[at + 2]?.text === key,
  )
}

function usesIn(text: string, key: string): { table: string; operation: RuleUse['operation'] }[] {
  const { tables } = readConfiguration(text)
  return tables.flatMap(({ name, rules }) =>
    OPERATIONS.filter((operation) => readsConstant(rules[operation], key)).map((operation) => ({
      table: name,
      operation,
    })),
  )
}

/** The rules of one environment that read a constant, in the draft and in the applied configuration. */
export function findRuleUses(
  configuration: { newText: string; oldText: string },
  key: string,
): RuleUse[] {
  const found = new Map<string, RuleUse>()
  const note = (text: string, where: 'draft' | 'applied') => {
    for (const use of usesIn(text, key)) {
      const id = JSON.stringify(use)
      const existing = found.get(id) ?? { kind: 'rule', ...use, draft: false, applied: false }
      found.set(id, { ...existing, [where]: true })
    }
  }
  note(configuration.newText, 'draft')
  note(configuration.oldText, 'applied')
  return [...found.values()].sort(
    (a, b) =>
      a.table.localeCompare(b.table, 'en') ||
      OPERATIONS.indexOf(a.operation) - OPERATIONS.indexOf(b.operation),
  )
}
