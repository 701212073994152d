export const jsonModeStrings = {
  label: 'Configuration as JSON',
  blocked: (count: number) =>
    count === 1
      ? 'The JSON has an error. Correct it, or discard your changes to the text.'
      : `The JSON has ${count} errors. Correct them, or discard your changes to the text.`,
  discard: 'Discard text changes',
  valid: 'Valid configuration',
  checking: 'Checking…',
  errors: (count: number) => (count === 1 ? '1 error' : `${count} errors`),
  warnings: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
  unsaved: 'Unsaved changes',
  loading: 'Loading the text…',
} as const
