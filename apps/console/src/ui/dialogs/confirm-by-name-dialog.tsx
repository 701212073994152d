import { type ComponentProps, useState } from 'react'
import { Field } from '../forms/field.tsx'
import { Input } from '../forms/input.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface ConfirmByNameDialogProps
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'blocked' | 'children'> {
  name: string
  /** Label of the input, which says what to type. */
  nameLabel: string
}

function NameInput(props: { label: string; onType: (typed: string) => void; onEnter: () => void }) {
  return (
    <Field label={props.label} className="mt-4">
      {(control) => (
        <Input
          {...control}
          data-autofocus=""
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => props.onType(event.target.value)}
          onKeyDown={(event) => (event.key === 'Enter' ? props.onEnter() : undefined)}
        />
      )}
    </Field>
  )
}

/** Confirmation that is possible only once the object's name is typed. */
export function ConfirmByNameDialog({ name, nameLabel, ...dialog }: ConfirmByNameDialogProps) {
  const [typed, setTyped] = useState('')
  const isNamed = typed.trim() === name
  if (!dialog.open && typed !== '') setTyped('')
  return (
    <ConfirmDialog {...dialog} blocked={!isNamed}>
      <NameInput
        label={nameLabel}
        onType={setTyped}
        onEnter={() => (isNamed && !dialog.busy ? dialog.onConfirm() : undefined)}
      />
    </ConfirmDialog>
  )
}
