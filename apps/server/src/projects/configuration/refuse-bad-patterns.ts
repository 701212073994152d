import type { Configuration } from '@plinth/contract'
import { invalid } from '../../foundation/http/errors/api-error.ts'
import { compilePattern } from './compile-pattern.ts'

const MESSAGE =
  'This pattern cannot be used. Patterns are matched in linear time, without lookaround and backreferences.'

/** Throws 422 for patterns that no row could be checked with (R34). */
export function refuseBadPatterns({ tables }: Configuration): void {
  const issues = tables.flatMap(({ columns }, table) =>
    columns.flatMap(({ options }, column) => {
      const pattern = 'pattern' in options ? options.pattern : ''
      if (pattern === '' || compilePattern(pattern)) return []
      const path = `newConfiguration.tables.${table}.columns.${column}.options.pattern`
      return [{ path, message: MESSAGE }]
    }),
  )
  if (issues.length > 0) throw invalid(issues)
}
