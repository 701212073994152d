import { EXPECTATION_PARTS } from '@plinth/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import { testFormStrings as words } from '../../strings/test-form-strings.ts'
import { testStrings } from '../../strings/test-strings.ts'
import type { ExpectationPart } from './test-draft.ts'

const PARTS = EXPECTATION_PARTS.filter((part) => part !== 'ending').map((value) => ({
  value,
  label: testStrings.parts[value],
}))
/** The end of the run has no step; an option needs a value. */
const END = 'ending'

interface AddLineProps {
  steps: readonly { step: string; label: string }[]
  onAdd: (added: { step: string; part: ExpectationPart }) => void
}

/** Chooses what else a test expects. */
export function AddExpectationLine({ steps, onAdd }: AddLineProps) {
  const options = [
    ...steps.map(({ step, label }) => ({ value: `step ${step}`, label })),
    { value: END, label: testStrings.end },
  ]
  const [chosen, setChosen] = useState(options[0]?.value ?? END)
  const [part, setPart] = useState<ExpectationPart>('output')
  const isEnd = chosen === END
  const add = () =>
    onAdd(isEnd ? { step: '', part: 'ending' } : { step: chosen.slice('step '.length), part })
  return (
    <fieldset aria-label={words.add} className="flex items-end gap-2">
      <Field label={words.addNode} className="min-w-0 flex-1">
        {(control) => (
          <Select {...control} isLazy value={chosen} options={options} onValueChange={setChosen} />
        )}
      </Field>
      <Field label={words.addPart} className="w-44">
        {(control) => (
          <Select
            {...control}
            isLazy
            disabled={isEnd}
            value={isEnd ? 'ending' : part}
            options={isEnd ? [{ value: 'ending', label: testStrings.parts.ending }] : PARTS}
            onValueChange={setPart}
          />
        )}
      </Field>
      <Button aria-label={words.add} onClick={add}>
        <Plus aria-hidden="true" />
        {words.addButton}
      </Button>
    </fieldset>
  )
}
