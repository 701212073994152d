import { tableStrings as strings } from '../strings/table-strings.ts'
import { OPEN_RULE } from './rule-choices.ts'

interface SignUpHintProps {
  id?: string
  rule: string
  onChange: (rule: string) => void
}

/** Whether guests can sign up in an Auth table, with a button that lets them. */
export function SignUpHint({ id, rule, onChange }: SignUpHintProps) {
  const isOpen = rule.trim() === OPEN_RULE
  return (
    <p id={id} className="text-xs text-fg-3">
      {isOpen ? strings.signUpOpen : strings.signUpClosed}
      {isOpen ? null : (
        <button
          type="button"
          className="ring-focus ml-1.5 rounded-sm font-medium text-accent-text underline underline-offset-2"
          onClick={() => onChange(OPEN_RULE)}
        >
          {strings.signUp}
        </button>
      )}
    </p>
  )
}
