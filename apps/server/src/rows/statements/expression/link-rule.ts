import type { Folded } from '@plinth/expression'
import type { DataTable } from '../../../databases/sql/data-model.ts'

/** Rules of other tables that decide which links a caller sees; none for staff. */
export interface LinkViewer {
  readonly viewRule?: ((table: DataTable) => Folded) | undefined
}

/** The rule that a related row must meet for its id to be shown: the view rule of its table. */
export function linkRule({ viewRule }: LinkViewer, target: DataTable): Folded {
  return viewRule?.(target) ?? true
}
