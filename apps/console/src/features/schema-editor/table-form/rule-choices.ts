import {
  type Configuration,
  DEFAULT_RULE,
  type Operation,
  type Rules,
  type Table,
} from '@plinth/contract'
import { findTable, sortColumns } from '@plinth/schema'
import { tableStrings as strings } from '../strings/table-strings.ts'

export interface RuleChoice {
  id: string
  label: string
  /** The relation field that identifies the owner. */
  note?: string
  rule: string
}

export const CUSTOM_RULE = 'custom'
/** Allows everyone, signed in or not. */
export const OPEN_RULE = 'true'

/** The Owner only presets: in an Auth table the user's own row, elsewhere one per relation to an Auth table. */
function listOwnerChoices(configuration: Configuration, table: Table): RuleChoice[] {
  if (table.type === 'Auth') {
    return [{ id: 'owner', label: strings.owner, rule: 'id = @request.auth.id' }]
  }
  return sortColumns(table.columns).flatMap((column) => {
    if (column.type !== 'relation' || column.name === '') return []
    if (findTable(configuration, column.options.tableId)?.type !== 'Auth') return []
    const operator = column.options.hasMultiple ? '?=' : '='
    return [
      {
        id: `owner:${column.id}`,
        label: strings.owner,
        note: column.name,
        rule: `${column.name} ${operator} @request.auth.id`,
      },
    ]
  })
}

/** The presets for one rule of a table, most permissive first. */
export function listRuleChoices(place: {
  configuration: Configuration
  table: Table
  operation: Operation
}): RuleChoice[] {
  const { configuration, table, operation } = place
  const isSignUp = table.type === 'Auth' && operation === 'create'
  return [
    { id: 'everyone', label: isSignUp ? strings.signUp : strings.everyone, rule: OPEN_RULE },
    { id: 'signed-in', label: strings.signedIn, rule: DEFAULT_RULE },
    ...listOwnerChoices(configuration, table),
    { id: 'staff', label: strings.staff, rule: '' },
  ]
}

/** The id of the preset with this rule text; `CUSTOM_RULE` if there is none. */
export function findRuleChoice(choices: readonly RuleChoice[], rule: string): string {
  return choices.find((choice) => choice.rule === rule.trim())?.id ?? CUSTOM_RULE
}

/** The id of the preset that all these rules have; `CUSTOM_RULE` if they differ or are custom. */
export function findSharedChoice(
  choices: readonly RuleChoice[],
  { rules, operations }: { rules: Rules; operations: readonly Operation[] },
): string {
  const [first = CUSTOM_RULE, ...others] = operations.map((operation) =>
    findRuleChoice(choices, rules[operation]),
  )
  return others.every((other) => other === first) ? first : CUSTOM_RULE
}
