/** What the settings of a trigger tell beside its parameters. */
export const triggerStrings = {
  address: 'Address',
  inDev: 'Address in dev',
  inProduction: 'Address in production',
  copy: (label: string) => `Copy: ${label}`,
  copied: 'Copied',
  saveFirst: 'Save the workflow to get its address.',
  deployFirst: 'In production it has an address of its own, once it is deployed.',
  notActive: 'Answers 404 until the workflow is saved as active.',
  next: 'Next times',
  nextIn: (zone: string) => `In ${zone}:`,
  noCron: 'Say when it starts, for example 0 9 * * 1-5: at nine from Monday to Friday.',
  cronIs: (problem: string) => `This ${problem}`,
  never: 'This never comes.',
  loadFailed: 'The next times could not be worked out. Change the field to try again.',
} as const
