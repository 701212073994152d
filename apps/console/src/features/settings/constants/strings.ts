import type { ConstantUse } from '@plinth/contract'

export const constantsStrings = {
  text: 'Values that rules read as @const.KEY and workflows as $const.KEY.',
  columns: { key: 'key', value: 'value', environment: 'environment' },
  createTitle: 'Create Constant',
  editTitle: 'Edit Constant',
  createText: 'Each environment has its own value under the same key.',
  key: 'Key',
  keyPlaceholder: 'PAGE_SIZE',
  keyHint: 'Letters, digits and _. Must not start with a digit.',
  value: 'Value',
  secret: 'Secret',
  secretHint: 'Stored encrypted and never shown again. Rules cannot read it.',
  secretStored: 'Leave blank to keep the current secret',
  secretBadge: 'secret',
  secretDots: '••••••••',
  hidden: '(hidden)',
  emptyValue: 'empty',
  yes: 'yes',
  no: 'no',
  deleteTitle: (key: string) => `Delete ${key}?`,
  checking: 'Checking where it is used…',
  checkFailed: 'Could not check where it is used.',
  retry: 'Retry',
  unused: 'No rule or workflow uses it. The value will be deleted permanently.',
  used: (count: number) =>
    count === 1
      ? '1 place uses it and will fail until it is changed:'
      : `${count} places use it and will fail until they are changed:`,
  use: (use: ConstantUse) =>
    use.kind === 'rule' ? `${use.table} · ${use.operation} rule` : `Workflow ${use.name}`,
  draftOnly: 'in the draft',
  appliedOnly: 'until the next sync',
  empty: {
    title: 'No constants yet',
    text: 'Store limits, URLs and keys here instead of in rules and workflows. Dev and production have separate values.',
  },
} as const
