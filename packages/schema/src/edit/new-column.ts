import type { ColumnOf } from '@plinth/contract'
import { defaultOptions } from '../model/default-options.ts'

/** A field as the dialog for a new one opens with it: text, without a name. */
export function newColumn({ id, order = 0 }: { id: string; order?: number }): ColumnOf<'text'> {
  return { id, name: '', order, type: 'text', options: defaultOptions('text') }
}
