import type { Column } from '@plinth/contract'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'
import { isEmpty } from './cell-value.ts'
import { FileCell } from './files/file-cell.tsx'
import type { GridColumn } from './grid-columns.ts'
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
/** More of a long value would never be seen, and drawing it costs. */
const MOST_LINES = 24
const MOST_LETTERS = 400

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

/** Pretty-printed, its lines side by side: a row has room for one. */
function JsonLines({ value }: { value: unknown }) {
  const text = prettyJson(value)
  const lines = text.slice(0, MOST_LETTERS).split('\n').slice(0, MOST_LINES)
  return (
    <span className="rows-json font-mono text-2xs" title={text.slice(0, 2000)}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else to be told apart by
        <span key={at}>{line.replace(/^ +/, ' ')}</span>
      ))}
    </span>
  )
}

function Text({ children, className }: { children: string; className?: string }) {
  return <span className={cn('rows-text', className)}>{children}</span>
}

interface Viewed {
  value: unknown
  /** Whose cell it is; pictures of files are asked for by it. */
  rowId?: string | undefined
}

function viewField(field: Column, { value, rowId }: Viewed): ReactNode {
  if (isHashed(field)) return <Text className="text-fg-3">{HASHED}</Text>
  if (field.type === 'checkbox' && (typeof value === 'boolean' || isEmpty(value))) {
    return <Box isChecked={value === true} />
  }
  if (isEmpty(value)) return field.type === 'relation' ? <Text className="text-fg-3">—</Text> : null
  switch (field.type) {
    case 'select':
      return (
        <Pills
          options={field.options.selectOptions}
          values={Array.isArray(value) ? value : [value]}
        />
      )
    case 'relation':
      return <Text className="font-mono text-xs text-blue-text">{printCell(field, value)}</Text>
    case 'json':
      return <JsonLines value={value} />
    case 'image':
    case 'file':
      return typeof value === 'string' ? (
        <Text>{value}</Text>
      ) : (
        <FileCell value={value} columnName={field.name} rowId={rowId}>
          <JsonLines value={value} />
        </FileCell>
      )
    case 'date':
      return <Text>{printMoment(value)}</Text>
    case 'number':
      return <Text>{typeof value === 'number' ? NUMBER.format(value) : `${value}`}</Text>
    default:
      return <Text>{printCell(field, value).slice(0, MOST_LETTERS).replaceAll('\n', ' ')}</Text>
  }
}

/** What stands in a cell. */
export function viewCell({ field, key }: GridColumn, viewed: Viewed): ReactNode {
  const { value } = viewed
  if (field) return viewField(field, viewed)
  if (isEmpty(value)) return null
  if (key === 'id') return <Text className="font-mono text-xs text-fg-2">{`${value}`}</Text>
  return <Text className="text-fg-2">{printMoment(value)}</Text>
}

export function alignCell({ field }: GridColumn): 'end' | undefined {
  return field?.type === 'number' ? 'end' : undefined
}
