import {
  render as renderMarked,
  type Statement,
} from '../../../apps/server/src/databases/sql/render.ts'

export * from '../../../apps/server/src/databases/sql/render.ts'

/** Drops the mark of developers' SQL: the product's own role runs every statement. */
export function render(...args: Parameters<typeof renderMarked>): Statement {
  const { readsComputed, ...statement } = renderMarked(...args)
  return statement
}
