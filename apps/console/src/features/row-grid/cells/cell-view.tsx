import type { Column } from '@plinth/contract'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/primitives/cn.ts'
import type { GridColumn } from '../columns/grid-columns.ts'
import { FileCell } from '../files/file-cell.tsx'
import { RelationCell } from '../related/relation-cell.tsx'
import { listChoices } from '../rows/list-choices.ts'
import { isEmpty } from './cell-value.ts'
import { HASHED, isHashed, prettyJson, printCell } from './print-cell.ts'

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 })
const MOMENT = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
/** Lines beyond this are never visible and would slow down rendering. */
const MAX_LINES = 24
const MAX_LETTERS = 400
const NO_TEXT: CellText = { text: '' }

const PILLS = [
  'bg-accent-soft text-accent-text',
  'bg-blue-soft text-blue-text',
  'bg-violet-soft text-violet-text',
  'bg-pink-soft text-pink-text',
  'bg-teal-soft text-teal-text',
  'bg-amber-soft text-amber-text',
  'bg-slate-soft text-slate-text',
]

function printMoment(value: unknown): string {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? `${value ?? ''}` : MOMENT.format(at)
}

function Box({ isChecked }: { isChecked: boolean }) {
  return (
    <span
      data-box
      className={cn(
        'grid size-4 place-items-center rounded-sm',
        isChecked ? 'bg-accent text-accent-fg' : 'border border-line-strong bg-surface',
      )}
    >
      {isChecked ? <Check aria-hidden="true" className="size-3 stroke-3" /> : null}
      <span className="sr-only">{isChecked ? 'true' : 'false'}</span>
    </span>
  )
}

function Pills({ options, values }: { options: readonly string[]; values: readonly unknown[] }) {
  return (
    <span className="flex min-w-0 gap-1 overflow-hidden">
      {values.map((value) => (
        <span
          key={`${value}`}
          className={cn(
            'inline-flex h-5 shrink-0 items-center rounded-full px-2 text-xs font-medium no-underline',
            PILLS[Math.max(0, options.indexOf(`${value}`)) % PILLS.length],
          )}
        >{`${value}`}</span>
      ))}
    </span>
  )
}

/** Pretty-printed JSON with its lines side by side, because a row has the height of one line. */
function JsonLines({ value }: { value: unknown }) {
  const text = prettyJson(value)
  const lines = text.slice(0, MAX_LETTERS).split('\n').slice(0, MAX_LINES)
  return (
    <span className="rows-json font-mono text-2xs" title={text.slice(0, 2000)}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
        <span key={at}>{line.replace(/^ +/, ' ')}</span>
      ))}
    </span>
  )
}

/** The width of a character of the id's font, and of the padding of a cell. */
const CHARACTER = 7.3
const PADDING = 24

/** An id that fits the column: ids of one day start alike, so the end is more telling than what it replaces. */
export function cutMiddle(text: string, width: number | undefined): string {
  const room = width === undefined ? text.length : Math.floor((width - PADDING) / CHARACTER)
  if (text.length <= room || room < 3) return text
  const head = Math.floor((room - 1) / 2)
  return `${text.slice(0, head)}…${text.slice(text.length - (room - 1 - head))}`
}

interface CellText {
  text: string
  /** A class name, if it is not plain text. */
  look?: string
}

function textOfField(field: Column, value: unknown): CellText | undefined {
  if (isHashed(field)) return { text: HASHED, look: 'text-fg-3' }
  if (field.type === 'checkbox' && (typeof value === 'boolean' || isEmpty(value))) return undefined
  if (isEmpty(value)) return field.type === 'relation' ? { text: '—', look: 'text-fg-3' } : NO_TEXT
  switch (field.type) {
    case 'select':
    case 'json':
    case 'relation':
      return undefined
    case 'image':
    case 'file':
      return typeof value === 'string' ? { text: value } : undefined
    case 'date':
      return { text: printMoment(value) }
    case 'number':
      return { text: typeof value === 'number' ? NUMBER.format(value) : `${value}` }
    default:
      return { text: printCell(field, value).slice(0, MAX_LETTERS).replaceAll('\n', ' ') }
  }
}

/** The content of a text-only cell; most are, and plain text renders fastest. */
export function textOfCell(
  { field, key }: GridColumn,
  value: unknown,
  width?: number,
): CellText | undefined {
  if (field) return textOfField(field, value)
  if (isEmpty(value)) return NO_TEXT
  if (key === 'id') {
    return { text: cutMiddle(`${value}`, width), look: 'font-mono text-xs text-fg-2' }
  }
  return { text: printMoment(value), look: 'text-fg-2' }
}

/** A value as its cell shows it, but whole and as text; related rows that `names` lacks show their id. */
export function describeCell(
  field: Column | undefined,
  value: unknown,
  names: ReadonlyMap<string, string> = new Map(),
): string {
  if (isEmpty(value)) return ''
  if (isHashed(field)) return HASHED
  if (field?.type === 'relation')
    return listChoices(value)
      .map((id) => names.get(id) || id)
      .join(', ')
  const isPrinted = field?.type === 'date' || field?.type === 'number'
  return (isPrinted && textOfField(field, value)?.text) || printCell(field, value)
}

interface Viewed {
  value: unknown
  /** The row of the cell, needed to fetch thumbnails. */
  rowId?: string | undefined
  /** Without links, for a cell inside a button. */
  isPlain?: boolean
}

function viewField(field: Column, { value, rowId, isPlain = false }: Viewed): ReactNode {
  switch (field.type) {
    case 'checkbox':
      return <Box isChecked={value === true} />
    case 'select':
      return (
        <Pills
          options={field.options.selectOptions}
          values={Array.isArray(value) ? value : [value]}
        />
      )
    case 'relation':
      return <RelationCell tableId={field.options.tableId} {...{ value, isPlain }} />
    case 'image':
    case 'file':
      return (
        <FileCell value={value} columnName={field.name} rowId={rowId}>
          <JsonLines value={value} />
        </FileCell>
      )
    default:
      return <JsonLines value={value} />
  }
}

/** The content of a cell. */
export function viewCell(column: GridColumn, viewed: Viewed): ReactNode {
  const words = textOfCell(column, viewed.value)
  if (!words) return column.field ? viewField(column.field, viewed) : null
  return words.text === '' ? null : (
    <span className={cn('min-w-0 truncate', words.look)}>{words.text}</span>
  )
}

export function alignCell({ field }: GridColumn): 'end' | undefined {
  return field?.type === 'number' ? 'end' : undefined
}
