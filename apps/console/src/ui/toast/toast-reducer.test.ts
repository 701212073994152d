import { describe, expect, it } from 'vitest'
import {
  reduceToasts,
  TOAST_DURATION,
  TOAST_LIMIT,
  TOAST_REMOVE_DELAY,
  TOAST_SWIPE_THRESHOLD,
  type Toast,
} from './toast-reducer.ts'

const toast = (id: string): Toast => ({ id, title: `Title of ${id}`, open: true })

describe('toasts', () => {
  it('use the limits of the specification', () => {
    expect(TOAST_LIMIT).toBe(1)
    expect(TOAST_REMOVE_DELAY).toBe(1_000_000)
    expect(TOAST_DURATION).toBe(5000)
    expect(TOAST_SWIPE_THRESHOLD).toBe(50)
  })

  it('show only the newest', () => {
    const first = reduceToasts([], { type: 'add', toast: toast('a') })
    const second = reduceToasts(first, { type: 'add', toast: toast('b') })
    expect(second.map(({ id }) => id)).toEqual(['b'])
  })

  it('close on dismissal but stay in the list', () => {
    const dismissed = reduceToasts([toast('a')], { type: 'dismiss', id: 'a' })
    expect(dismissed).toEqual([{ ...toast('a'), open: false }])
  })

  it('leave the list on removal', () => {
    expect(reduceToasts([toast('a')], { type: 'remove', id: 'a' })).toEqual([])
  })

  it('are not touched by another one’s dismissal or removal', () => {
    expect(reduceToasts([toast('b')], { type: 'dismiss', id: 'a' })).toEqual([toast('b')])
    expect(reduceToasts([toast('b')], { type: 'remove', id: 'a' })).toEqual([toast('b')])
  })
})
