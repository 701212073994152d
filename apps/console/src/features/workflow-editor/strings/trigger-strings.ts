/** UI text of the trigger section below a trigger's parameters. */
export const triggerStrings = {
  address: 'Webhook URL',
  inDev: 'Webhook URL in dev',
  inProduction: 'Webhook URL in production',
  copy: (label: string) => `Copy: ${label}`,
  copied: 'Copied',
  saveFirst: 'Save the workflow to get its webhook URL.',
  deployFirst: 'Deploy the workflow to get its webhook URL in production.',
  notActive: 'Returns 404 until the workflow is saved as active.',
  next: 'Next runs',
  nextIn: (zone: string) => `In ${zone}:`,
  noCron: 'Enter a cron expression, for example 0 9 * * 1-5 for 09:00 from Monday to Friday.',
  cronIs: (problem: string) => `This ${problem}`,
  never: 'This schedule never fires.',
  loadFailed: 'Could not calculate the next runs. Change the field to try again.',
} as const
