import { type ComponentProps, type FormEvent, useState } from 'react'
import {
  describeInvalid,
  type InvalidControls,
  InvalidControlsContext,
} from './invalid-controls.ts'

interface CheckedFormProps extends Omit<ComponentProps<'form'>, 'noValidate' | 'onInput'> {
  /** Called only if every control is valid. The default action is already prevented. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

const NONE: InvalidControls = new Map()

function findInvalid(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll('input')].filter((input) => !input.validity.valid)
}

/** A form whose fields show what the browser refuses, in place of the browser's own bubbles. */
export function CheckedForm({ onSubmit, children, ...rest }: CheckedFormProps) {
  const [invalid, setInvalid] = useState(NONE)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = findInvalid(event.currentTarget)
    setInvalid(new Map(found.map((input) => [input.id, describeInvalid(input)])))
    if (found.length === 0) onSubmit(event)
    else found[0]?.focus()
  }
  const forget = ({ target }: FormEvent<HTMLFormElement>) => {
    const { id } = target as HTMLElement
    setInvalid((now) => (now.has(id) ? new Map([...now].filter(([key]) => key !== id)) : now))
  }
  return (
    <InvalidControlsContext value={invalid}>
      <form {...rest} noValidate onSubmit={submit} onInput={forget}>
        {children}
      </form>
    </InvalidControlsContext>
  )
}
