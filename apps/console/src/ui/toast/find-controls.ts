import type { Box } from './place-toast.ts'

const CONTROLS = [
  'a[href]',
  'button',
  'input',
  'select',
  'textarea',
  'summary',
  '[contenteditable=true]',
  '[tabindex="0"]',
  ...['button', 'link', 'switch', 'checkbox', 'radio', 'tab', 'menuitem', 'option', 'combobox'].map(
    (role) => `[role=${role}]`,
  ),
].join(',')
const CONTENT = '[role=gridcell],td'
/** A control that takes more of the screen than this, such as a canvas, stays usable beside a toast. */
const MAX_SHARE = 0.15

function intersect(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
}

function areaOf({ left, top, right, bottom }: Box): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top)
}

/** Finds the part of the screen in which the children of an element are visible. */
function createClip(screen: Box) {
  const known = new Map<Element, Box>()
  const clip = (element: Element | null): Box => {
    if (!element) return screen
    const found = known.get(element)
    if (found) return found
    const above = clip(element.parentElement)
    const isClipping = getComputedStyle(element).overflow !== 'visible'
    const box = isClipping ? intersect(above, element.getBoundingClientRect()) : above
    known.set(element, box)
    return box
  }
  return clip
}

/** The visible controls and cells of the page, outside of `own`; those behind a modal dialog are not usable anyway. */
export function findControls(own: Element, size: { width: number; height: number }) {
  const screen = { left: 0, top: 0, right: size.width, bottom: size.height }
  const clip = createClip(screen)
  const controls: Box[] = []
  const content: Box[] = []
  const collect = (element: Element, isControl: boolean) => {
    const box = intersect(element.getBoundingClientRect(), clip(element.parentElement))
    const area = areaOf(box)
    if (area === 0 || own.contains(element)) return
    if (element.closest('[aria-hidden=true],[inert]') || !element.checkVisibility()) return
    const isLarge = area > MAX_SHARE * areaOf(screen)
    ;(isControl && !isLarge ? controls : content).push(box)
  }
  for (const element of document.querySelectorAll(CONTROLS)) collect(element, true)
  for (const element of document.querySelectorAll(CONTENT)) collect(element, false)
  return { controls, content }
}
