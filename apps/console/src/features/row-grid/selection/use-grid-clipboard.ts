import { type RefObject, useEffect, useEffectEvent } from 'react'
import { newId } from '../../../state/new-id.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { addRows } from '../edits/change-edits.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { readClipboard, writeClipboard } from './clipboard-text.ts'
import {
  changeCells,
  clearRange,
  type GridModel,
  loadRows,
  pasteInto,
  rowAt,
  textsIn,
  valuesFrom,
} from './grid-model.ts'
import { type CellSelection, countCells, type Range, rangeOf } from './selection.ts'
import type { GridActions } from './use-grid-state.ts'

/** The copy limit; larger ranges should be exported. */
const MAX_CELLS = 200_000

interface GridClipboard {
  element: RefObject<HTMLElement | null>
  model: () => GridModel
  selection: CellSelection | undefined
  actions: GridActions
  announce: (words: string) => void
}

function isLoaded(model: GridModel, { top, bottom }: Range): boolean {
  for (let row = top; row <= bottom; row += 1) if (!rowAt(model, row)) return false
  return true
}

/** Lines beyond the last row become new rows; a paste that starts in new rows never reaches stored ones. */
function splitLines(model: GridModel, top: number, texts: readonly (readonly string[])[]) {
  const room = (top < model.added.length ? model.added.length : model.count) - top
  return { inside: texts.slice(0, room), beyond: texts.slice(room) }
}

/** Copy, cut and paste in the format of spreadsheets. */
export function useGridClipboard({ element, model, selection, actions, announce }: GridClipboard) {
  const range = selection ? rangeOf(selection) : undefined
  const copy = (event: ClipboardEvent): boolean => {
    if (!range) return false
    event.preventDefault()
    if (countCells(range) > MAX_CELLS) {
      showToast({ title: strings.tooMany, variant: 'destructive' })
      return false
    }
    const now = model()
    if (isLoaded(now, range)) {
      event.clipboardData?.setData('text/plain', writeClipboard(textsIn(now, range)))
      announce(strings.copied(countCells(range)))
    } else {
      void loadRows(now, range).then(async () => {
        await navigator.clipboard.writeText(writeClipboard(textsIn(model(), range)))
        announce(strings.copied(countCells(range)))
      })
    }
    return true
  }
  const paste = async (text: string, at: Range) => {
    const now = model()
    const { inside, beyond } = splitLines(now, at.top, readClipboard(text))
    await loadRows(now, { ...at, bottom: Math.max(at.bottom, at.top + inside.length - 1) })
    const pasted = pasteInto(now, at, inside)
    changeCells(now, pasted.edits)
    const added = beyond.map((texts) => ({
      id: `new-${newId()}`,
      values: valuesFrom(now, at.left, texts),
    }))
    if (added.length > 0 && !now.isReadOnly) now.store.change((edits) => addRows(edits, added))
    actions.select({
      anchor: { row: pasted.range.top, col: pasted.range.left },
      focus: { row: pasted.range.bottom, col: pasted.range.right },
    })
    announce(strings.pasted(pasted.edits.length))
  }
  const handle = useEffectEvent((event: ClipboardEvent) => {
    // The target of a clipboard event depends on the text selection, so check the focus instead.
    if (document.activeElement !== element.current || !range) return
    if (event.type === 'paste') {
      event.preventDefault()
      void paste(event.clipboardData?.getData('text/plain') ?? '', range)
    } else if (copy(event) && event.type === 'cut') changeCells(model(), clearRange(model(), range))
  })
  useEffect(() => {
    const kinds = ['copy', 'cut', 'paste'] as const
    for (const kind of kinds) document.addEventListener(kind, handle)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, handle)
    }
  }, [])
}
