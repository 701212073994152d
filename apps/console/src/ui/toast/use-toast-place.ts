import { useLayoutEffect, useRef } from 'react'
import { findControls } from './find-controls.ts'
import { overlapOf, placeToast, type ToastPlace } from './place-toast.ts'

/** From the usual shape to the smallest, for pages with little room such as zoomed ones. */
const SHAPES = [
  { width: 360, isCompact: false },
  { width: 280, isCompact: false },
  { width: 220, isCompact: false },
  { width: 280, isCompact: true },
  { width: 200, isCompact: true },
] as const
type Shape = (typeof SHAPES)[number]
const CHECK_PAUSE_MS = 100

interface Screen {
  width: number
  height: number
}

function giveShape(section: HTMLElement, shape: Shape, screen: Screen) {
  section.style.width = `${Math.min(shape.width, screen.width - 32)}px`
  section.toggleAttribute('data-compact', shape.isCompact)
}

/** The first shape with a free place, or the one that covers the least. */
function findPlace(section: HTMLElement, screen: Screen) {
  const found = findControls(section, screen)
  let best: (ToastPlace & { shape: Shape }) | undefined
  for (const shape of SHAPES) {
    giveShape(section, shape, screen)
    const size = { width: section.offsetWidth, height: section.offsetHeight }
    const place = placeToast({ size, screen, ...found })
    if (!best || place.covered < best.covered) best = { ...place, shape }
    if (best.covered === 0) break
  }
  return best
}

/** Moves the toast to a place where it covers no control; it stays where it is if that is still so. */
function moveAway(section: HTMLElement) {
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const screen = { width, height }
  if (section.dataset.placed === `${width} ${height}`) {
    const box = section.getBoundingClientRect()
    const { controls } = findControls(section, screen)
    if (controls.every((control) => overlapOf(box, control) === 0)) return
  }
  const place = findPlace(section, screen)
  if (!place) return
  section.dataset.placed = `${width} ${height}`
  giveShape(section, place.shape, screen)
  section.style.right = `${width - place.box.right}px`
  section.style.bottom = `${height - place.box.bottom}px`
  // Where no place is free, clicks go through the toast to what is below it.
  section.toggleAttribute('data-click-through', place.covered > 0)
}

/** Keeps the open toast off the controls of the page, also of those that appear or move while it is shown. */
export function useToastPlace(toastId: string | undefined) {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const section = ref.current
    if (!section || toastId === undefined) return
    delete section.dataset.placed
    moveAway(section)
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = () => {
      timer = undefined
      // Never moves away under the pointer or the focus.
      if (!section.matches(':hover, :focus-within')) moveAway(section)
    }
    const checkSoon = () => {
      timer ??= setTimeout(check, CHECK_PAUSE_MS)
    }
    const observer = new MutationObserver((changes) => {
      if (changes.some(({ target }) => !section.contains(target))) checkSoon()
    })
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['class', 'style', 'hidden', 'aria-hidden', 'data-state'],
    })
    const events = ['resize', 'scroll', 'animationend', 'transitionend'] as const
    for (const event of events) window.addEventListener(event, checkSoon, { capture: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      for (const event of events) window.removeEventListener(event, checkSoon, { capture: true })
    }
  }, [toastId])
  return ref
}
