import { type Configuration, OPERATIONS, type Rules, type Table } from '@plinth/contract'
import type { CheckInput } from '@plinth/expression'
import { findTable } from '@plinth/schema'
import { ChevronRight } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { tableStrings as strings } from '../strings/table-strings.ts'
import { CUSTOM_RULE, findSharedChoice, listRuleChoices } from './rule-choices.ts'
import { RuleField } from './rule-field.tsx'
import { SignUpHint } from './sign-up-hint.tsx'

/** The operations of a Computed table, which is read-only. */
const READING = OPERATIONS.slice(0, 2)

interface RulesSectionProps {
  configuration: Configuration
  table: Table
  ground: CheckInput
  onChange: (rules: Rules) => void
}

function hasOwnerPreset(configuration: Configuration, table: Table): boolean {
  if (table.type !== 'Base') return true
  return table.columns.some(
    (column) =>
      column.type === 'relation' &&
      findTable(configuration, column.options.tableId)?.type === 'Auth',
  )
}

/** The rules of a table: one preset for all of them, or each by itself. */
export function RulesSection({ configuration, table, ground, onChange }: RulesSectionProps) {
  const id = useId()
  const { rules } = table
  const operations = table.type === 'Computed' ? READING : OPERATIONS
  const choices = listRuleChoices({ configuration, table, operation: 'list' })
  const shared = findSharedChoice(choices, { rules, operations })
  const [isOpen, setOpen] = useState(shared === CUSTOM_RULE)
  const list = useRef<HTMLDivElement>(null)
  const isUnfolded = useRef(isOpen)
  // The rules unfold below the edge of a filled dialog, where nothing would seem to happen.
  useLayoutEffect(() => {
    if (isOpen && !isUnfolded.current) list.current?.scrollIntoView({ block: 'nearest' })
    isUnfolded.current = isOpen
  }, [isOpen])
  const setRule = (part: Partial<Rules>) => onChange({ ...rules, ...part })
  const choose = (chosen: string) => {
    const choice = choices.find((each) => each.id === chosen)
    if (!choice) return setOpen(true)
    setRule(Object.fromEntries(operations.map((operation) => [operation, choice.rule])))
  }
  const options = choices.map(({ id: value, label, note }) => ({
    value,
    label,
    ...(note === undefined ? {} : { note }),
  }))
  return (
    <section aria-label={strings.rulesTitle} className="flex flex-col gap-3">
      <div>
        <h3 className="text-sm font-semibold">{strings.rulesTitle}</h3>
        <p className="text-xs text-fg-3">
          {strings.rulesHint} {hasOwnerPreset(configuration, table) ? null : strings.noOwner}
        </p>
      </div>
      <div className="flex items-end gap-3">
        <Field label={strings.sameForAll(operations.length)} className="w-60">
          {(control) => (
            <Select
              {...control}
              value={shared}
              options={[...options, { value: CUSTOM_RULE, label: strings.different }]}
              onValueChange={choose}
            />
          )}
        </Field>
        <Button
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight
            aria-hidden="true"
            className={cn('transition-transform', isOpen && 'rotate-90')}
          />
          {strings.eachRule}
        </Button>
      </div>
      {table.type === 'Auth' && !isOpen ? (
        <SignUpHint rule={rules.create} onChange={(create) => setRule({ create })} />
      ) : null}
      <div ref={list} id={id} hidden={!isOpen} className={cn(isOpen && 'flex flex-col gap-3')}>
        {isOpen
          ? operations.map((operation) => (
              <RuleField
                key={operation}
                configuration={configuration}
                table={table}
                operation={operation}
                ground={ground}
                value={rules[operation]}
                onChange={(rule) => setRule({ [operation]: rule })}
              />
            ))
          : null}
      </div>
    </section>
  )
}
