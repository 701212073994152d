import { expect, it } from 'vitest'
import { placeHint } from './place-hint.ts'

const frame = { top: 100, bottom: 500 }

it('is above the editor, as far as the scroller reaches', () => {
  expect(placeHint({ frame, editor: { top: 300, bottom: 332 }, height: 24 })).toBe(272)
  expect(placeHint({ frame, editor: { top: 136, bottom: 168 }, height: 32 })).toBe(100)
})

it('is below the editor of the first row if it has too many lines', () => {
  expect(placeHint({ frame, editor: { top: 136, bottom: 168 }, height: 40 })).toBe(172)
  expect(placeHint({ frame, editor: { top: 136, bottom: 456 }, height: 40 })).toBe(460)
})

it('stays in the scroller with an editor of its height', () => {
  expect(placeHint({ frame, editor: { top: 120, bottom: 490 }, height: 40 })).toBe(100)
})
