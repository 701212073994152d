import type * as z from 'zod'

/** The contract's messages begin where the field's name ends. */
export function formatIssue(label: string, message: string): string {
  return /^[a-z]/.test(message) ? `${label} ${message}` : message
}

/** A check for a form's field: true, or what is wrong in words. */
export function checkWith(label: string, shape: z.ZodType): (value: string) => true | string {
  return (value) => {
    const issue = shape.safeParse(value).error?.issues[0]
    return issue ? formatIssue(label, issue.message) : true
  }
}
