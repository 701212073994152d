import { type Configuration, DEFAULT_RULE, type Operation, type Table } from '@plinth/contract'
import { findTable, sortColumns } from '@plinth/schema'
import { tableStrings as strings } from '../strings/table-strings.ts'

export interface RuleChoice {
  id: string
  label: string
  /** The field that names the owner. */
  note?: string
  rule: string
}

export const CUSTOM_RULE = 'custom'
/** Everyone, signed in or not. */
export const OPEN_RULE = 'true'

/** The rules that make a row its owner's: through each relation to an Auth table, or by being that user. */
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

/** The ready choices for one rule of a table, in the order in which they open up less and less. */
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

/** Which choice a rule's text is. */
export function findRuleChoice(choices: readonly RuleChoice[], rule: string): string {
  return choices.find((choice) => choice.rule === rule.trim())?.id ?? CUSTOM_RULE
}
