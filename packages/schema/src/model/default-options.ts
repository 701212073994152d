import { type ColumnOf, ColumnOptions, type ColumnType } from '@plinth/contract'

export function defaultOptions<T extends ColumnType>(type: T): ColumnOf<T>['options'] {
  return ColumnOptions[type].parse({}) as ColumnOf<T>['options']
}
