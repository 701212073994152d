import { createContext, useContext } from 'react'

/** By the id of a control, what is wrong with its value, given its label. */
export type InvalidControls = ReadonlyMap<string, (label: string) => string>

export const InvalidControlsContext = createContext<InvalidControls>(new Map())

/** The message for a control that the form around it refused; undefined if it did not. */
export function useInvalidMessage(id: string, label: string): string | undefined {
  return useContext(InvalidControlsContext).get(id)?.(label)
}

type Checked = Pick<HTMLInputElement, 'validity' | 'minLength' | 'type'>

/** Our words for what the browser checks: `required`, `type` and `minLength`. */
export function describeInvalid({ validity, minLength, type }: Checked) {
  return (label: string): string => {
    if (validity.valueMissing) return `${label} is required`
    if (validity.tooShort) return `${label} must have at least ${minLength} characters`
    if (validity.typeMismatch && type === 'email') {
      return 'Enter an email address such as ada@example.com'
    }
    return `${label} is not valid`
  }
}
