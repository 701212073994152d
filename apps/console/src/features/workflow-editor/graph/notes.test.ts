import { expect, it } from 'vitest'
import { emptyContent, printContent } from './content-of.ts'
import { mergeSettings } from './merge-settings.ts'
import {
  addNote,
  moveNotes,
  noteSize,
  notesOf,
  removeNotes,
  resizeNote,
  writeNote,
} from './notes.ts'

const at = { x: 13, y: 27 }

function noted() {
  const added = addNote(emptyContent(), { position: at, now: 5 })
  if (!added) throw new Error('not added')
  return writeNote(added.content, added.noteId, 'Ask Ada')
}

it('adds notes with own ids at the grid, up to the limit', () => {
  const two = addNote(noted(), { position: at, now: 5 })?.content ?? emptyContent()
  expect(notesOf(two)).toEqual([
    { id: 'note-5', text: 'Ask Ada', position: { x: 10, y: 30 } },
    { id: 'note-6', text: '', position: { x: 10, y: 30 } },
  ])
  const [note] = notesOf(two)
  const full = { ...two, settings: { ...two.settings, notes: Array(200).fill(note) } }
  expect(addNote(full, { position: at, now: 9 })).toBeUndefined()
})

it('leaves settings without notes as they were', () => {
  expect(removeNotes(noted(), new Set(['note-5']))).toEqual(emptyContent())
})

it('keeps the content if nothing was moved or removed', () => {
  const content = noted()
  expect(moveNotes(content, { 'note-5': { x: 10, y: 30 }, other: at })).toBe(content)
  expect(removeNotes(content, new Set(['other']))).toBe(content)
})

it('keeps notes when other settings change', () => {
  const { settings } = noted()
  expect(mergeSettings(settings, { execution: { timeout: 3 } }).notes).toEqual(settings.notes)
})

it('resizes a note by the grid, within the limits', () => {
  const sizeAfter = (width: number, height: number) => {
    const size = { width, height }
    return notesOf(resizeNote(noted(), { id: 'note-5', size })).map(noteSize)
  }
  expect(sizeAfter(303, 148)).toEqual([{ width: 300, height: 150 }])
  expect(sizeAfter(-5, 0)).toEqual([{ width: 120, height: 60 }])
  expect(sizeAfter(9000, 9000)).toEqual([{ width: 2000, height: 2000 }])
})

it('keeps the content if a note has the size already', () => {
  const content = noted()
  expect(resizeNote(content, { id: 'note-5', size: { width: 242, height: 97 } })).toBe(content)
  expect(resizeNote(content, { id: 'other', size: { width: 300, height: 300 } })).toBe(content)
})

it('compares the text of notes, not their positions and sizes', () => {
  const unplaced = { hasPositions: false }
  const moved = moveNotes(noted(), { 'note-5': { x: 90, y: 90 } })
  expect(printContent(moved, unplaced)).toBe(printContent(noted(), unplaced))
  const large = resizeNote(noted(), { id: 'note-5', size: { width: 400, height: 300 } })
  expect(printContent(large, unplaced)).toBe(printContent(noted(), unplaced))
  expect(printContent(large, { hasPositions: true })).toContain('"width": 400')
  const other = writeNote(noted(), 'note-5', 'Ask Bob')
  expect(printContent(other, unplaced)).not.toBe(printContent(noted(), unplaced))
})
