import { QueryFault } from '../readable/query-fault.ts'
import { compileQuery, type SqliteCheck } from './compile-query.ts'

/**
 * Only compiles queries, in its own process: compiling a hostile one can take minutes, and only a process can
 * be killed.
 */
process.on('message', (check: SqliteCheck) => {
  process.send?.({ fault: findFault(check) })
})
process.send?.({ isReady: true })

function findFault(check: SqliteCheck): string | null {
  try {
    compileQuery(check)
    return null
  } catch (error) {
    if (error instanceof QueryFault) return error.message
    return 'The query could not be checked. Simplify it and try again.'
  }
}
