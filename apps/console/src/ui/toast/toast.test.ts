import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  dismissToast,
  dismissToasts,
  showToast,
  TOAST_DURATION,
  TOAST_LIMIT,
  TOAST_REMOVE_DELAY,
  TOAST_SWIPE_THRESHOLD,
  toasts,
} from './toast.ts'

const shown = () => toasts.get().map(({ title, open }) => `${title} ${open ? 'open' : 'closed'}`)
const newest = () => toasts.get()[0]?.id ?? ''

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    toasts.set([])
    vi.useRealTimers()
  })

  it('use the limits of the specification', () => {
    expect(TOAST_LIMIT).toBe(1)
    expect(TOAST_REMOVE_DELAY).toBe(1_000_000)
    expect(TOAST_DURATION).toBe(5000)
    expect(TOAST_SWIPE_THRESHOLD).toBe(50)
  })

  it('show only the newest', () => {
    showToast({ title: 'a' })
    showToast({ title: 'b' })
    expect(shown()).toEqual(['b open'])
  })

  it('close on dismissal and leave the list after the delay', () => {
    showToast({ title: 'a' })
    dismissToast(newest())
    expect(shown()).toEqual(['a closed'])
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY - 1)
    expect(shown()).toEqual(['a closed'])
    vi.advanceTimersByTime(1)
    expect(shown()).toEqual([])
  })

  it('are not touched by another one’s dismissal or removal', () => {
    showToast({ title: 'a' })
    dismissToast(newest())
    showToast({ title: 'b' })
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY)
    expect(shown()).toEqual(['b open'])
  })

  it('are all dismissed together', () => {
    showToast({ title: 'a' })
    dismissToasts()
    expect(shown()).toEqual(['a closed'])
  })
})
