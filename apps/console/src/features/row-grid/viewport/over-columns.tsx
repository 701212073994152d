import type { CSSProperties, HTMLAttributes } from 'react'
import { cn } from '../../../ui/primitives/cn.ts'
import type { PlacedColumn } from '../columns/grid-layout.ts'

interface OverColumnsProps extends HTMLAttributes<HTMLDivElement> {
  column: PlacedColumn
  /** In the coordinates of the element around the rows. */
  top: number
  height?: number
  width?: number
}

/** A box over cells, at the left of a column; over a pinned column it stays there while the grid scrolls. */
export function OverColumns({ column, top, height, width, className, ...rest }: OverColumnsProps) {
  const size: CSSProperties = { width, height, left: column.left }
  if (!column.isPinned)
    return <div {...rest} className={cn('absolute', className)} style={{ ...size, top }} />
  return (
    <div className="pointer-events-none absolute inset-x-0" style={{ top, height: height ?? 0 }}>
      <div
        {...rest}
        className={cn('pointer-events-auto', className)}
        style={{ ...size, position: 'sticky' }}
      />
    </div>
  )
}
