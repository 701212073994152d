import type { Configuration, RuleTest, Table } from '@plinth/contract'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { newId } from '../../../state/new-id.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { ruleTestStrings as strings } from '../strings/rule-test-strings.ts'
import { RuleTestForm } from './rule-test-form.tsx'
import { RuleTestRow } from './rule-test-row.tsx'
import { useRuleTests } from './use-rule-tests.ts'

interface RuleTestsProps {
  /** The draft with the unsaved state of the table, so that tests run against the rules on screen. */
  configuration: Configuration
  /** The table in its current, unsaved state. */
  table: Table
  onChange: (tests: RuleTest[]) => void
  onBroken: (isBroken: boolean) => void
}

function newTest(): RuleTest {
  return { id: newId(), name: '', operation: 'view', expected: 'deny', user: null, row: {} }
}

/** The rule tests of a table; they run after every change. */
export function RuleTests({ configuration, table, onChange, onBroken }: RuleTestsProps) {
  const tests = table.tests ?? []
  const results = useRuleTests(configuration, table.id)
  const [openId, setOpenId] = useState<string>()
  const broken = useRef(new Set<string>())
  const note = (part: string, isBroken: boolean) => {
    if (isBroken) broken.current.add(part)
    else broken.current.delete(part)
    onBroken(broken.current.size > 0)
  }
  const close = () => {
    // Closing the form discards its invalid JSON.
    broken.current.clear()
    onBroken(false)
    setOpenId(undefined)
  }
  const replace = (id: string, change: Partial<RuleTest>) =>
    onChange(tests.map((test) => (test.id === id ? { ...test, ...change } : test)))
  const add = () => {
    const test = newTest()
    onChange([...tests, test])
    close()
    setOpenId(test.id)
  }
  return (
    <section aria-label={strings.title} className="flex flex-col gap-2">
      <div className="flex items-end gap-3">
        <div className="flex-1">
          <h3 className="text-sm font-semibold">{strings.title}</h3>
          <p className="text-xs text-fg-3">{tests.length === 0 ? strings.empty : strings.hint}</p>
        </div>
        <Button size="sm" onClick={add}>
          <Plus aria-hidden="true" />
          {strings.add}
        </Button>
      </div>
      {tests.length === 0 ? null : (
        <ul className="rounded-lg border">
          {tests.map((test) => (
            <RuleTestRow
              key={test.id}
              test={test}
              rule={table.rules[test.operation]}
              result={results.find((result) => result.test.id === test.id)}
              isOpen={test.id === openId}
              onToggle={() => (test.id === openId ? close() : setOpenId(test.id))}
              onRemove={() => {
                close()
                onChange(tests.filter(({ id }) => id !== test.id))
              }}
            >
              <RuleTestForm
                test={test}
                onChange={(change) => replace(test.id, change)}
                onBroken={note}
              />
            </RuleTestRow>
          ))}
        </ul>
      )}
    </section>
  )
}
