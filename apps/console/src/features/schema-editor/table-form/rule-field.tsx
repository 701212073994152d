import type { Configuration, Operation, Table } from '@plinth/contract'
import type { CheckInput } from '@plinth/expression'
import { useId, useMemo } from 'react'
import { useRuleIssues } from '../../../state/rules/use-rule-issues.ts'
import { Select } from '../../../ui/forms/select.tsx'
import { LazyRuleEditor } from '../fields/lazy-editors.tsx'
import { tableStrings as strings } from '../strings/table-strings.ts'
import { CUSTOM_RULE, findRuleChoice, listRuleChoices } from './rule-choices.ts'
import { SignUpHint } from './sign-up-hint.tsx'

interface RuleFieldProps {
  configuration: Configuration
  table: Table
  operation: Operation
  ground: CheckInput
  value: string
  onChange: (rule: string) => void
}

/** An input for one rule of a table: a preset or a custom expression. */
export function RuleField(props: RuleFieldProps) {
  const { configuration, table, operation, value, onChange, ground } = props
  const id = useId()
  const label = strings.rules[operation]
  const issues = useRuleIssues(value, { ground, isOpen: table.type === 'Computed' })
  const choices = useMemo(
    () => listRuleChoices({ configuration, table, operation }),
    [configuration, table, operation],
  )
  const options = choices.map(({ id: choice, label: words, note }) => ({
    value: choice,
    label: words,
    ...(note === undefined ? {} : { note }),
  }))
  const choose = (chosen: string) => {
    const choice = choices.find((each) => each.id === chosen)
    if (choice) onChange(choice.rule)
  }
  const isSignUp = table.type === 'Auth' && operation === 'create'
  const issue = issues[0]
  const describedBy = issue ? `${id}-issue` : isSignUp ? `${id}-hint` : undefined
  return (
    <div className="grid grid-cols-[1fr_11rem] items-center gap-x-3 gap-y-1.5">
      <span className="text-xs text-fg-2">{label}</span>
      <Select
        id={`${id}-choice`}
        aria-label={strings.choice(label)}
        value={findRuleChoice(choices, value)}
        options={[...options, { value: CUSTOM_RULE, label: strings.custom }]}
        onValueChange={choose}
      />
      <div className="col-span-2">
        <LazyRuleEditor
          label={label}
          value={value}
          onChange={onChange}
          ground={ground}
          issues={issues}
          describedBy={describedBy}
        />
        {issue ? (
          <p id={`${id}-issue`} className="mt-1.5 text-xs text-danger-text">
            <span>{issue.message}</span>
            {issue.suggestion === undefined ? null : (
              <button
                type="button"
                className="ring-focus ml-1.5 rounded-sm font-medium underline underline-offset-2"
                onClick={() =>
                  onChange(value.slice(0, issue.from) + issue.suggestion + value.slice(issue.to))
                }
              >
                {strings.correction(issue.suggestion)}
              </button>
            )}
          </p>
        ) : null}
        {isSignUp && !issue ? (
          <div className="mt-1.5">
            <SignUpHint id={`${id}-hint`} rule={value} onChange={onChange} />
          </div>
        ) : null}
      </div>
    </div>
  )
}
