import type { Span } from '../columns/grid-layout.ts'

/** The content of a rendered row, without edits and selection. */
export interface RowContent {
  index: number
  /** Undefined while the row is loading. */
  row: unknown
  columns: unknown
}

/** The row content by slot; a slot is a recycled row element. */
export type Slots<Content extends RowContent> = ReadonlyMap<number, Content>

interface Followed extends Span {
  /** The row index that belongs to slot 0. */
  base: number
}

export const NO_ROWS: Followed = { from: 0, to: 0, base: 0 }

/** Recycles the row elements after a jump; otherwise each row keeps its own. */
export function followRows(last: Followed, { from, to }: Span): Followed {
  const isJump = from >= last.to || to <= last.from
  return { from, to, base: isJump ? last.base + from - last.from : last.base }
}

function isSame(one: RowContent | undefined, other: RowContent): boolean {
  return one?.index === other.index && one.row === other.row && one.columns === other.columns
}

interface Wish<Content extends RowContent> {
  slots: Slots<Content>
  /** The visible rows, which are updated before the margin around them. */
  inView: Span
  max: number
}

/** Updates at most `max` rows, visible ones first; stale rows stay unless they would show a row twice. */
export function fillSlots<Content extends RowContent>(
  drawn: Slots<Content>,
  { slots, inView, max }: Wish<Content>,
): { slots: Slots<Content>; isWhole: boolean } {
  const isSeen = ({ index }: RowContent) => index >= inView.from && index < inView.to
  const due = [...slots].filter(([slot, content]) => !isSame(drawn.get(slot), content))
  const seen = due.filter(([, content]) => isSeen(content))
  const around = due.filter(([, content]) => !isSeen(content))
  const late = new Set([...seen, ...around].slice(max).map(([slot]) => slot))
  const wanted = new Set([...slots.values()].map(({ index }) => index))
  const next = new Map<number, Content>()
  for (const [slot, content] of slots) {
    const old = drawn.get(slot)
    if (!late.has(slot)) next.set(slot, content)
    else if (old && (old.index === content.index || !wanted.has(old.index))) next.set(slot, old)
  }
  return { slots: next, isWhole: late.size === 0 }
}
