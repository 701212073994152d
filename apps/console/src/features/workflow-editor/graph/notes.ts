import { MAX_NOTES, NOTE_LIMITS, type WorkflowNote } from '@plinth/contract'
import { type NodePosition, SNAP } from './graph.ts'
import type { WorkflowContent } from './workflow-draft.ts'

export interface NoteSize {
  width: number
  height: number
}

const DEFAULT_SIZE: NoteSize = { width: 240, height: 100 }

/** The width and the least height of a note, which grows with its text. */
export function noteSize({ size }: WorkflowNote): NoteSize {
  return size ?? DEFAULT_SIZE
}

const NONE: readonly WorkflowNote[] = []

export function notesOf({ settings }: Pick<WorkflowContent, 'settings'>): readonly WorkflowNote[] {
  return settings.notes ?? NONE
}

function withNotes(content: WorkflowContent, notes: readonly WorkflowNote[]): WorkflowContent {
  const { notes: _, ...settings } = content.settings
  return { ...content, settings: notes.length > 0 ? { ...settings, notes: [...notes] } : settings }
}

/** Adds an empty note and returns its id; undefined if there are too many. */
export function addNote(
  content: WorkflowContent,
  { position, now }: { position: NodePosition; now: number },
): { content: WorkflowContent; noteId: string } | undefined {
  const notes = notesOf(content)
  if (notes.length >= MAX_NOTES) return undefined
  let number = now
  while (notes.some(({ id }) => id === `note-${number}`)) number += 1
  const snap = (value: number) => Math.round(value / SNAP) * SNAP
  const note = {
    id: `note-${number}`,
    text: '',
    position: { x: snap(position.x), y: snap(position.y) },
  }
  return { content: withNotes(content, [...notes, note]), noteId: note.id }
}

export function writeNote(content: WorkflowContent, id: string, text: string): WorkflowContent {
  const change = (note: WorkflowNote) => (note.id === id ? { ...note, text } : note)
  return withNotes(content, notesOf(content).map(change))
}

/** Sets the size of a note, rounded to the grid; returns the content unchanged if the note has it already. */
export function resizeNote(
  content: WorkflowContent,
  { id, size }: { id: string; size: NoteSize },
): WorkflowContent {
  const { minWidth, minHeight, max } = NOTE_LIMITS
  const fit = (value: number, min: number) =>
    Math.min(max, Math.max(min, Math.round(value / SNAP) * SNAP))
  const next = { width: fit(size.width, minWidth), height: fit(size.height, minHeight) }
  const note = notesOf(content).find((one) => one.id === id)
  if (!note) return content
  const { width, height } = noteSize(note)
  if (width === next.width && height === next.height) return content
  const change = (one: WorkflowNote) => (one.id === id ? { ...one, size: next } : one)
  return withNotes(content, notesOf(content).map(change))
}

export function removeNotes(content: WorkflowContent, ids: ReadonlySet<string>): WorkflowContent {
  const left = notesOf(content).filter(({ id }) => !ids.has(id))
  return left.length === notesOf(content).length ? content : withNotes(content, left)
}

/** Moves notes; returns the content unchanged if none of them has a new position. */
export function moveNotes(
  content: WorkflowContent,
  places: Readonly<Record<string, NodePosition>>,
): WorkflowContent {
  let isMoved = false
  const notes = notesOf(content).map((note) => {
    const place = places[note.id]
    if (!place || (place.x === note.position.x && place.y === note.position.y)) return note
    isMoved = true
    return { ...note, position: { x: place.x, y: place.y } }
  })
  return isMoved ? withNotes(content, notes) : content
}
