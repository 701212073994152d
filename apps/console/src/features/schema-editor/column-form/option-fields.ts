import { COLUMN_PATTERNS, type ColumnType } from '@plinth/contract'

/** One input of the field dialog; `key` is the option it writes. */
export type OptionField =
  | { kind: 'toggle'; key: string; label: string; hint?: string }
  | {
      kind: 'number'
      key: string
      label: string
      isWhole: boolean
      min?: number
      placeholder?: string
    }
  | { kind: 'size'; key: string; label: string }
  | { kind: 'text'; key: string; label: string }
  | { kind: 'pattern'; key: string; label: string; builtIn?: string }
  | { kind: 'list'; key: string; label: string; placeholder: string }
  | { kind: 'choice'; key: string; label: string }
  | { kind: 'date'; key: string; label: string }
  | { kind: 'json'; key: string; label: string }

const several = {
  kind: 'toggle',
  key: 'hasMultiple',
  label: 'Multiple',
  hint: 'Allows several values.',
} as const
const unique = {
  kind: 'toggle',
  key: 'isUnique',
  label: 'Unique',
  hint: 'No two rows have the same value.',
} as const
const preset = { kind: 'text', key: 'default', label: 'Default' } as const

function addressLike(builtIn: string): readonly OptionField[] {
  return [{ kind: 'pattern', key: 'pattern', label: 'Pattern', builtIn }, preset, unique]
}

function fileLike(placeholder: string): readonly OptionField[] {
  return [
    { kind: 'size', key: 'maxFileSize', label: 'Maximum file size (MB)' },
    { kind: 'list', key: 'fileTypes', label: 'File types', placeholder },
    several,
    {
      kind: 'toggle',
      key: 'isProtected',
      label: 'Protected',
      hint: 'Files open only through signed links.',
    },
  ]
}

/** The inputs of each type, apart from Required and Hidden; a relation has its own form. */
export const OPTION_FIELDS: Record<ColumnType, readonly OptionField[]> = {
  text: [
    {
      kind: 'number',
      key: 'min',
      label: 'Minimum length',
      isWhole: true,
      min: 0,
      placeholder: 'No limit',
    },
    {
      kind: 'number',
      key: 'max',
      label: 'Maximum length',
      isWhole: true,
      min: 0,
      placeholder: 'No limit',
    },
    { kind: 'pattern', key: 'pattern', label: 'Pattern' },
    preset,
    unique,
    { kind: 'toggle', key: 'isRichText', label: 'Rich text', hint: 'Edited with formatting.' },
    {
      kind: 'toggle',
      key: 'isHashed',
      label: 'Hashed',
      hint: 'Stored as a hash, for example for passwords. The value cannot be read back.',
    },
  ],
  email: addressLike(COLUMN_PATTERNS.email),
  url: addressLike(COLUMN_PATTERNS.url),
  phoneNumber: addressLike(COLUMN_PATTERNS.phoneNumber),
  number: [
    { kind: 'number', key: 'min', label: 'Minimum', isWhole: false, placeholder: 'No limit' },
    { kind: 'number', key: 'max', label: 'Maximum', isWhole: false, placeholder: 'No limit' },
    { kind: 'number', key: 'default', label: 'Default', isWhole: false, placeholder: 'None' },
    { kind: 'toggle', key: 'hasDecimal', label: 'Decimals', hint: 'Allows decimal numbers.' },
  ],
  checkbox: [{ kind: 'toggle', key: 'default', label: 'Default', hint: 'Checked in new rows.' }],
  select: [
    {
      kind: 'list',
      key: 'selectOptions',
      label: 'Options',
      placeholder: 'draft, published, archived',
    },
    several,
    { kind: 'choice', key: 'default', label: 'Default' },
  ],
  date: [
    { kind: 'date', key: 'min', label: 'Earliest' },
    { kind: 'date', key: 'max', label: 'Latest' },
    { kind: 'date', key: 'default', label: 'Default' },
  ],
  relation: [],
  image: fileLike('image/png, image/jpeg'),
  file: fileLike('application/pdf, text/csv'),
  json: [
    { kind: 'number', key: 'nesting', label: 'Nesting', isWhole: true, min: 0 },
    { kind: 'json', key: 'default', label: 'Default' },
  ],
}
