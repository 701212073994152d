import type { ColumnOf } from '@plinth/contract'
import { defaultOptions } from '../model/default-options.ts'

/** Initial field of the create dialog: an unnamed text field. */
export function newColumn({ id, order = 0 }: { id: string; order?: number }): ColumnOf<'text'> {
  return { id, name: '', order, type: 'text', options: defaultOptions('text') }
}
