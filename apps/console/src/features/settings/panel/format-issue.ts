import type * as z from 'zod'

/** The contract's messages continue after the field's label. */
export function formatIssue(label: string, message: string): string {
  return /^[a-z]/.test(message) ? `${label} ${message}` : message
}

/** Form validation with a zod schema: true, or a message. */
export function checkWith(label: string, shape: z.ZodType): (value: string) => true | string {
  return (value) => {
    const issue = shape.safeParse(value).error?.issues[0]
    return issue ? formatIssue(label, issue.message) : true
  }
}
