/** Every browser draws an element this tall. */
const SURE_HEIGHT = 17_000_000
/** Chrome and Safari draw one this tall as well. */
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

/** As many of the rows as scrolling reaches: browsers make no element taller than some height. */
export function rowsInReach({ count, rowHeight }: Rows, heightOf = tallestElement): number {
  if (count * rowHeight <= SURE_HEIGHT) return count
  return Math.min(count, Math.floor(heightOf() / rowHeight))
}
