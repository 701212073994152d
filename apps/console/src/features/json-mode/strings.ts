export const jsonModeStrings = {
  label: 'Configuration as JSON',
  blocked: (count: number) =>
    count === 1
      ? 'This text has an error. Correct it, or discard what you changed here.'
      : `This text has ${count} errors. Correct them, or discard what you changed here.`,
  discard: 'Discard text changes',
  valid: 'Valid configuration',
  checking: 'Checking…',
  errors: (count: number) => (count === 1 ? '1 error' : `${count} errors`),
  warnings: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
  unsaved: 'Unsaved changes',
} as const
