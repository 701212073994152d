import type { RuleTest } from '@plinth/contract'
import type { RuleTestResult } from '@plinth/expression'
import { ChevronUp, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { MarkedRule } from '../../../state/rules/marked-rule.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { ruleTestStrings as strings } from '../strings/rule-test-strings.ts'

interface RuleTestRowProps {
  test: RuleTest
  rule: string
  result: RuleTestResult | undefined
  isOpen: boolean
  onToggle: () => void
  onRemove: () => void
  /** The form, if it is open. */
  children: ReactNode
}

function Outcome({ result, rule }: { result: RuleTestResult; rule: string }) {
  const { verdict, clause, problem, test } = result
  const words = problem ?? strings.said[verdict](test.operation)
  return (
    <div className="pb-2 pl-20.5">
      <p className="text-xs text-danger-text">{words}</p>
      {clause ? <MarkedRule rule={rule} clause={clause} tone="bad" /> : null}
    </div>
  )
}

/** A rule test with its result, and the reason if it fails. */
export function RuleTestRow(props: RuleTestRowProps) {
  const { test, rule, result, isOpen } = props
  const name = test.name || strings.untitled
  const passes = result?.passes ?? true
  return (
    <li className="border-b px-2.5 last:border-b-0">
      <div className="flex h-9 items-center gap-2.5">
        <span
          className={cn(
            'w-18 shrink-0 rounded-sm text-center text-2xs leading-5 font-medium',
            result === undefined && 'invisible',
            passes ? 'bg-accent-soft text-accent-text' : 'bg-danger-soft text-danger-text',
          )}
        >
          {passes ? strings.passes : strings.fails}
        </span>
        <span className={cn('min-w-0 flex-1 truncate', test.name === '' && 'text-fg-3 italic')}>
          {name}
        </span>
        <span className="shrink-0 text-xs text-fg-2">
          {strings.operations[test.operation]} ·{' '}
          {test.expected === 'allow' ? strings.allow : strings.deny}
        </span>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-expanded={isOpen}
          aria-label={isOpen ? strings.done(name) : strings.edit(name)}
          onClick={props.onToggle}
        >
          {isOpen ? <ChevronUp aria-hidden="true" /> : <Pencil aria-hidden="true" />}
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={strings.remove(name)}
          onClick={props.onRemove}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      {passes || !result ? null : <Outcome result={result} rule={rule} />}
      {isOpen ? props.children : null}
    </li>
  )
}
