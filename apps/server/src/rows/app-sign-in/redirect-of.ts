import { invalid } from '../../foundation/http/errors/api-error.ts'

/** Scheme, host and port of a URL, also of one that only an app opens; undefined if it is none. */
export function originOfUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { origin, protocol, host } = new URL(url)
  return origin === 'null' ? `${protocol}//${host}` : origin
}

const refused = (message: string) => invalid([{ path: 'redirect', message }])

/**
 * The page that a link leads to: the one that was asked for, if its origin is listed, else the first listed origin.
 * Undefined if none is listed; throws 422 for any other page.
 */
export function redirectOf(
  asked: string | undefined,
  redirects: readonly string[],
): string | undefined {
  if (asked === undefined) return redirects[0] === undefined ? undefined : `${redirects[0]}/`
  if (!URL.canParse(asked)) throw refused('is not a URL, such as https://app.example.com/welcome')
  const url = new URL(asked)
  if (url.username !== '' || url.password !== '') throw refused('must not contain a user name')
  if (url.hash !== '') throw refused('must not contain a part after #')
  const origin = originOfUrl(asked)
  if (origin === undefined || !redirects.includes(origin)) {
    throw refused('is not on a listed origin. Add its origin to the sign-in settings of the table.')
  }
  return url.href
}
