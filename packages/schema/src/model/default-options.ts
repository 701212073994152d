import { type ColumnOf, ColumnOptions, type ColumnType } from '@plinth/contract'

/** The options that a field of this type starts with. */
export function defaultOptions<T extends ColumnType>(type: T): ColumnOf<T>['options'] {
  return ColumnOptions[type].parse({}) as ColumnOf<T>['options']
}
