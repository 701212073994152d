import { useLayoutEffect, useRef, useState } from 'react'
import { sqlStrings as strings } from './strings.ts'
import type { QueryAnswer } from './use-run-query.ts'
import { cellText } from './write-result.ts'

const ROW_HEIGHT = 32
/** Rendered above and below the visible rows. */
const SPARE_ROWS = 10
/** Longer texts are cut off in their cell; the file has all of it. */
const MAX_SHOWN = 300

/** The rows to render: those in view, with some to spare. */
function useVisibleRows(count: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [])
  const from = Math.max(0, Math.floor(view.top / ROW_HEIGHT) - SPARE_ROWS)
  const to = Math.min(count, Math.ceil((view.top + view.height) / ROW_HEIGHT) + SPARE_ROWS)
  return { scroller, from, to }
}

function Cell({ value }: { value: unknown }) {
  if (value === null || value === undefined)
    return <span className="text-fg-3 italic">{strings.null}</span>
  const text = cellText(value)
  return <>{text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}</>
}

const cellStyle = 'max-w-100 truncate border-r px-3 whitespace-nowrap last:border-r-0'

function Filler({ rows, columns }: { rows: number; columns: number }) {
  if (rows === 0) return null
  return (
    <tr style={{ height: rows * ROW_HEIGHT }}>
      <td colSpan={columns + 1} />
    </tr>
  )
}

/** The cells of a result, of which only the visible rows are rendered. */
export function ResultGrid({ columns, rows }: Pick<QueryAnswer, 'columns' | 'rows'>) {
  const { scroller, from, to } = useVisibleRows(rows.length)
  // Names of columns and rows may repeat, so the place is the key.
  const shown = rows.slice(from, to).map((row, offset) => ({ row, at: from + offset }))
  const keyed = columns.map((name, at) => ({ name, key: `${at} ${name}` }))
  return (
    <section
      ref={scroller}
      aria-label={strings.result}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      className="ring-focus min-h-0 flex-1 overflow-auto"
    >
      <table
        aria-label={strings.result}
        aria-rowcount={rows.length + 1}
        className="min-w-full border-separate border-spacing-0 text-left font-mono text-xs"
      >
        <thead className="sticky top-0 z-1 bg-sunken text-fg-2">
          <tr className="h-8 [&>th]:border-b">
            <th scope="col" className="w-12 border-r px-3 text-right font-medium">
              <span className="sr-only">{strings.row}</span>
            </th>
            {keyed.map(({ name, key }) => (
              <th key={key} scope="col" className={`${cellStyle} font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Filler rows={from} columns={columns.length} />
          {shown.map(({ row, at: index }) => (
            <tr
              key={index}
              aria-rowindex={index + 2}
              style={{ height: ROW_HEIGHT }}
              className="hover:bg-hover/60 [&>td]:border-b"
            >
              <td className="border-r px-3 text-right text-fg-3">{index + 1}</td>
              {keyed.map(({ key }, at) => (
                <td key={key} className={cellStyle}>
                  <Cell value={row[at]} />
                </td>
              ))}
            </tr>
          ))}
          <Filler rows={rows.length - to} columns={columns.length} />
        </tbody>
      </table>
    </section>
  )
}
