import type { Configuration } from '@plinth/contract'
import { CircleCheck, CircleX } from 'lucide-react'
import type { SchemaDialogAction } from '../../../state/schema/schema-dialog.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { ruleTestStrings as strings } from '../strings/rule-test-strings.ts'
import { useRuleTests } from './use-rule-tests.ts'

interface RuleTestsStateProps {
  configuration: Configuration
  openDialog: (action: SchemaDialogAction) => void
}

/** The rule test result of the whole draft; opens the first table with a failing test. */
export function RuleTestsState({ configuration, openDialog }: RuleTestsStateProps) {
  const results = useRuleTests(configuration)
  const failing = results.filter(({ passes }) => !passes)
  const tableId = (failing[0] ?? results[0])?.tableId
  if (tableId === undefined) return null
  const hasFailed = failing.length > 0
  const words = hasFailed
    ? strings.some(failing.length, results.length)
    : strings.all(results.length)
  return (
    <Button
      variant="ghost"
      size="sm"
      title={words}
      className={cn(hasFailed && 'text-danger-text!')}
      onClick={() => openDialog({ event: 'editTable', tableId })}
    >
      {hasFailed ? <CircleX aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
      <span data-words>{words}</span>
    </Button>
  )
}
