import { type RefObject, useEffect, useEffectEvent } from 'react'
import { showToast } from '../../../ui/toast/toast.ts'
import { addRows } from '../edits/change-edits.ts'
import { newRowId } from '../rows/new-row-id.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { readClipboard, writeClipboard } from './clipboard-text.ts'
import {
  changeCells,
  clearRange,
  type GridModel,
  pasteInto,
  rowAt,
  textsIn,
  valuesFrom,
} from './grid-model.ts'
import { type CellSelection, countCells, type Range, rangeOf } from './selection.ts'
import type { GridActions } from './use-grid-state.ts'
import type { LoadSelected } from './use-load-selected.ts'

/** The copy limit; larger ranges should be exported. */
const MAX_CELLS = 200_000

interface GridClipboard {
  element: RefObject<HTMLElement | null>
  model: GridModel
  selection: CellSelection | undefined
  actions: GridActions
  loadSelected: LoadSelected
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
export function useGridClipboard(grid: GridClipboard) {
  const { element, model, selection, actions, loadSelected, announce } = grid
  const range = selection ? rangeOf(selection) : undefined
  const copy = (event: ClipboardEvent): boolean => {
    if (!range) return false
    event.preventDefault()
    if (countCells(range) > MAX_CELLS) {
      showToast({ title: strings.tooMany, variant: 'destructive' })
      return false
    }
    if (isLoaded(model, range)) {
      event.clipboardData?.setData('text/plain', writeClipboard(textsIn(model, range)))
      announce(strings.copied(countCells(range)))
    } else {
      void loadSelected().then(async (loaded) => {
        if (!loaded) return
        await navigator.clipboard.writeText(writeClipboard(textsIn(loaded.model, loaded.range)))
        announce(strings.copied(countCells(loaded.range)))
      })
    }
    return true
  }
  const paste = async (text: string) => {
    const texts = readClipboard(text)
    const loaded = await loadSelected(texts.length)
    if (!loaded) return
    const { model: now, range: at } = loaded
    const { inside, beyond } = splitLines(now, at.top, texts)
    const pasted = pasteInto(now, at, inside)
    changeCells(now, pasted.edits)
    const added = beyond.map((texts) => ({
      id: newRowId(),
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
      void paste(event.clipboardData?.getData('text/plain') ?? '')
    } else if (copy(event) && event.type === 'cut') changeCells(model, clearRange(model, range))
  })
  useEffect(() => {
    const kinds = ['copy', 'cut', 'paste'] as const
    for (const kind of kinds) document.addEventListener(kind, handle)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, handle)
    }
  }, [])
}
