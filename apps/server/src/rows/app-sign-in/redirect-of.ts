import { invalid } from '../../foundation/http/errors/api-error.ts'

/**
 * The page that a link leads to: the one that was asked for, if exactly it is listed, else the first listed one.
 * Undefined if none is listed; throws 422 for any other page.
 */
export function redirectOf(
  asked: string | undefined,
  redirects: readonly string[],
): string | undefined {
  if (asked === undefined || redirects.includes(asked)) return asked ?? redirects[0]
  const message =
    'is not a listed page. Add exactly this page to the sign-in settings of the table.'
  throw invalid([{ path: 'redirect', message }])
}
