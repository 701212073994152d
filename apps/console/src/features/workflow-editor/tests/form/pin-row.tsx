import { testFormStrings as words } from '../../strings/test-form-strings.ts'
import { FormRow } from './form-row.tsx'
import type { PinDraft } from './test-draft.ts'
import { ValueArea } from './value-area.tsx'

interface PinRowProps {
  pin: PinDraft
  /** The name of its node. */
  label: string
  problem: string | undefined
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (pin: PinDraft) => void
}

/** The recorded answer of one node. */
export function PinRow({ pin, label, problem, isOpen, onOpen, onChange }: PinRowProps) {
  const isFailure = pin.pin.status === 'failed'
  const text = pin.text.replace(/\s+/g, ' ')
  return (
    <FormRow
      title={label}
      summary={isFailure ? `${words.failed}: ${text}` : text}
      keepLabel={words.keepPin(label)}
      isKept={pin.isKept}
      isOpen={isOpen}
      isInvalid={problem !== undefined}
      onKeep={(isKept) => onChange({ ...pin, isKept })}
      onOpen={onOpen}
    >
      <ValueArea
        label={isFailure ? words.failure : words.answer}
        value={pin.text}
        error={problem}
        onChange={(next) => onChange({ ...pin, text: next })}
      />
    </FormRow>
  )
}
