import { MAX_NOTES, type WorkflowNote } from '@plinth/contract'
import { type NodePosition, SNAP } from './graph.ts'
import type { WorkflowContent } from './workflow-draft.ts'

export const NOTE_WIDTH = 240
export const NOTE_HEIGHT = 100

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
