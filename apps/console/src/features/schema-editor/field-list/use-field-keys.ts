import type { Column } from '@plinth/contract'
import type { KeyboardEvent } from 'react'
import { needsOptions } from './field-state.ts'
import type { Fields } from './use-fields.ts'
import type { useRowFocus } from './use-row-focus.ts'

interface FieldKeys extends Pick<ReturnType<typeof useRowFocus>, 'focusName' | 'focusOptions'> {
  fields: Fields
  openId: string | undefined
  setOpenId: (id: string | undefined) => void
}

/** Enter goes to the next field, the arrow keys change the row, and Alt with an arrow key moves it. */
export function useFieldKeys({ fields, openId, setOpenId, focusName, focusOptions }: FieldKeys) {
  const { rows, blankId } = fields
  const placeOf = (column: Column) => rows.findIndex(({ id }) => id === column.id)
  const goOn = (column: Column) => {
    if (needsOptions(column) && openId !== column.id) {
      setOpenId(column.id)
      return focusOptions(column.id)
    }
    setOpenId(undefined)
    focusName(rows[placeOf(column) + 1]?.id ?? blankId)
  }
  const step = (event: KeyboardEvent, column: Column, by: 1 | -1) => {
    const at = placeOf(column)
    event.preventDefault()
    if (!event.altKey) return focusName(rows[at + by]?.id ?? column.id)
    if (column.id === blankId) return
    fields.move({ columnId: column.id, index: by === 1 ? at + 2 : at - 1 })
    focusName(column.id)
  }
  const pressName = (event: KeyboardEvent, column: Column) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowDown') step(event, column, 1)
    else if (event.key === 'ArrowUp') step(event, column, -1)
    else if (event.key === 'Enter' && column.id !== blankId) {
      // Enter in the empty row submits the form.
      event.preventDefault()
      goOn(fields.endName(column))
    }
  }
  const pressOptions = (event: KeyboardEvent, column: Column) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    goOn(column)
  }
  return { pressName, pressOptions }
}
