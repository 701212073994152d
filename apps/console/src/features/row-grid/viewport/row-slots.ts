import type { Span } from '../columns/grid-layout.ts'

/** What a row is drawn from, apart from what people do to it. */
export interface RowContent {
  index: number
  /** Undefined while it is loading. */
  row: unknown
  columns: unknown
}

/** Which row each set of elements shows. */
export type Slots<Content extends RowContent> = ReadonlyMap<number, Content>

interface Followed extends Span {
  /** The row whose elements are the first. */
  base: number
}

export const NO_ROWS: Followed = { from: 0, to: 0, base: 0 }

/** After a jump the rows in view take over the elements of those that were; else each row keeps its own. */
export function followRows(last: Followed, { from, to }: Span): Followed {
  const isJump = from >= last.to || to <= last.from
  return { from, to, base: isJump ? last.base + from - last.from : last.base }
}

function isSame(one: RowContent | undefined, other: RowContent): boolean {
  return one?.index === other.index && one.row === other.row && one.columns === other.columns
}

interface Wish<Content extends RowContent> {
  slots: Slots<Content>
  /** The rows that are looked at; those around them can wait. */
  inView: Span
  max: number
}

/** Brings some of the rows that are to be drawn anew; of the others, what is drawn stays where it disturbs nothing. */
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
