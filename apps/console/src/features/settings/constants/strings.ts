import type { ConstantUse } from '@plinth/contract'

export const constantsStrings = {
  text: 'Values that rules read as @const.KEY and workflows as $const.KEY.',
  columns: { key: 'key', value: 'value', environment: 'environment' },
  createTitle: 'Create Constant',
  editTitle: 'Edit Constant',
  createText: 'Each environment has its own value under the same key.',
  key: 'Key',
  keyPlaceholder: 'PAGE_SIZE',
  keyHint: 'Letters, digits and _, not beginning with a digit.',
  value: 'Value',
  secret: 'Secret',
  secretHint: 'Kept encrypted and never shown again. Rules cannot read it.',
  secretStored: 'Leave blank to keep the secret as it is',
  secretBadge: 'secret',
  secretDots: '••••••••',
  hidden: '(hidden)',
  emptyValue: 'empty',
  yes: 'yes',
  no: 'no',
  deleteTitle: (key: string) => `Delete ${key}?`,
  looking: 'Looking where it is used…',
  lookFailed: 'Where it is used could not be found out.',
  retry: 'Retry',
  unused: 'No rule reads it, and no workflow. The value is gone for good.',
  used: (count: number) =>
    count === 1
      ? 'One place reads it and will refuse until it is changed:'
      : `${count} places read it and will refuse until they are changed:`,
  use: (use: ConstantUse) =>
    use.kind === 'rule' ? `${use.table} · ${use.operation} rule` : `Workflow ${use.name}`,
  draftOnly: 'in the draft',
  appliedOnly: 'until the next sync',
  empty: {
    title: 'No constants yet',
    text: 'Keep limits, addresses and keys here instead of in rules and workflows. Dev and production each have their own value.',
  },
} as const
