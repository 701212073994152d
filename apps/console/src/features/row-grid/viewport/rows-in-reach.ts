/** An element height (in px) that every browser supports. */
const SURE_HEIGHT = 17_000_000
/** A height that Chrome and Safari also support. */
const TALL_HEIGHT = 33_000_000

let tallest: number | undefined

function probe(): number {
  const element = document.createElement('div')
  element.style.cssText = `position:absolute;visibility:hidden;width:1px;height:${TALL_HEIGHT}px`
  document.body.append(element)
  const isTall = element.offsetHeight >= TALL_HEIGHT
  element.remove()
  return isTall ? TALL_HEIGHT : SURE_HEIGHT
}

function tallestElement(): number {
  tallest ??= probe()
  return tallest
}

interface Rows {
  count: number
  rowHeight: number
}

/** How many rows can be reached by scrolling, given the browser's maximum element height. */
export function rowsInReach({ count, rowHeight }: Rows, heightOf = tallestElement): number {
  if (count * rowHeight <= SURE_HEIGHT) return count
  return Math.min(count, Math.floor(heightOf() / rowHeight))
}
