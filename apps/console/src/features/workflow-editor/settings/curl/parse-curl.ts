import { splitCommand } from './split-command.ts'

/** What a cURL command sends. */
export interface CurlRequest {
  method: string
  url: string
  headers: (readonly [name: string, value: string])[]
  /** The parts of the body, joined by `&` as cURL does; undefined without one. */
  data: string | undefined
  isJson: boolean
  /** `name:password` of `--user`. */
  user: string | undefined
  timeLimit: number | undefined
  /** Parts of the command that are not taken over. */
  ignored: string[]
}

const LONG: Readonly<Record<string, string>> = {
  request: 'X',
  header: 'H',
  data: 'd',
  'data-raw': 'data-raw',
  'data-ascii': 'd',
  'data-binary': 'd',
  user: 'u',
  get: 'G',
  head: 'I',
  'user-agent': 'A',
  referer: 'e',
  cookie: 'b',
  form: 'F',
  'max-time': 'm',
  'url-query': 'url-query',
}

/** Flags with a value; the others stand alone. */
const WITH_VALUE = new Set([
  ...'XHdubAeFmocxETwKrCDQtyYzP',
  ...['url', 'json', 'data-raw', 'data-urlencode', 'oauth2-bearer', 'url-query', 'output'],
  ...['connect-timeout', 'retry', 'retry-delay', 'retry-max-time', 'proxy', 'proxy-user'],
  ...['cacert', 'capath', 'cert', 'key', 'upload-file', 'write-out', 'cookie-jar', 'config'],
  ...['resolve', 'range', 'max-redirs', 'interface', 'limit-rate', 'form-string', 'ciphers'],
  ...['dump-header', 'connect-to', 'noproxy', 'tls-max', 'aws-sigv4', 'unix-socket', 'key-type'],
  ...['cert-type', 'pass', 'max-filesize', 'speed-limit', 'speed-time', 'time-cond', 'stderr'],
])

interface Flag {
  name: string
  /** As written, for messages. */
  written: string
  value: string | undefined
}

/** The flags and addresses of a command; `-sSLXPOST` is four flags. */
function readFlags(words: readonly string[]): { flags: Flag[]; addresses: string[] } {
  const flags: Flag[] = []
  const addresses: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word.startsWith('--') && word.length > 2) {
      const [long = '', ...values] = word.slice(2).split('=')
      const name = LONG[long] ?? long
      const inside = values.length > 0 ? values.join('=') : undefined
      const takesNext = inside === undefined && WITH_VALUE.has(name)
      if (takesNext) at += 1
      flags.push({ name, written: `--${long}`, value: takesNext ? words[at] : inside })
    } else if (word.startsWith('-') && word.length > 1) {
      for (let i = 1; i < word.length; i += 1) {
        const name = word[i] ?? ''
        if (!WITH_VALUE.has(name)) {
          flags.push({ name, written: `-${name}`, value: undefined })
          continue
        }
        const attached = word.slice(i + 1)
        if (attached === '') at += 1
        flags.push({ name, written: `-${name}`, value: attached === '' ? words[at] : attached })
        break
      }
    } else addresses.push(word)
  }
  return { flags, addresses }
}

function headerOf(text: string): readonly [string, string] {
  const at = text.search(/[:;]/)
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

function encodePart(text: string): string {
  const at = text.indexOf('=')
  if (at < 0) return encodeURIComponent(text)
  const name = text.slice(0, at)
  return `${name === '' ? '' : `${name}=`}${encodeURIComponent(text.slice(at + 1))}`
}

function withQuery(url: string, query: readonly string[]): string {
  if (query.length === 0) return url
  return `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`
}

interface Draft extends CurlRequest {
  parts: string[]
  query: string[]
  isGet: boolean
}

/** Applies one flag; false if it is not taken over. */
function applyFlag(draft: Draft, { name, value }: Flag): boolean {
  if (value === undefined) {
    if (name === 'G') draft.isGet = true
    else if (name === 'I') draft.method ||= 'HEAD'
    else return false
    return true
  }
  const isFile = value.startsWith('@')
  switch (name) {
    case 'X':
      draft.method = value.toUpperCase()
      return true
    case 'H':
      draft.headers.push(headerOf(value))
      return !isFile
    case 'A':
      draft.headers.push(['User-Agent', value])
      return true
    case 'e':
      draft.headers.push(['Referer', value])
      return true
    case 'b':
      if (!value.includes('=')) return false
      draft.headers.push(['Cookie', value])
      return true
    case 'oauth2-bearer':
      draft.headers.push(['Authorization', `Bearer ${value}`])
      return true
    case 'u':
      draft.user = value
      return true
    case 'url':
      draft.url ||= value
      return draft.url === value
    case 'url-query':
      draft.query.push(encodePart(value))
      return true
    case 'm':
      draft.timeLimit = Number(value)
      return Number.isFinite(draft.timeLimit)
    case 'json':
    case 'd':
    case 'data-raw':
      if (isFile && name !== 'data-raw') return false
      draft.isJson ||= name === 'json'
      draft.parts.push(value)
      return true
    case 'data-urlencode':
      if (isFile || /^[^=]*@/.test(value)) return false
      draft.parts.push(encodePart(value))
      return true
    default:
      return false
  }
}

/** Reads a cURL command; everything that is not taken over is in `ignored`. */
export function parseCurl(text: string): CurlRequest | { problem: string } {
  const split = splitCommand(text.trim().replace(/^\$\s+/, ''))
  if ('problem' in split) return split
  const [command, ...words] = split.words
  if (command === undefined || !/(^|\/)curl(\.exe)?$/.test(command)) {
    return { problem: 'The text does not begin with curl.' }
  }
  const { flags, addresses } = readFlags(words)
  const [first = '', ...others] = addresses
  const draft: Draft = {
    ...{ method: '', url: first, headers: [], data: undefined, isJson: false, user: undefined },
    ...{ timeLimit: undefined, ignored: [], parts: [], query: [], isGet: false },
  }
  for (const flag of flags) {
    if (applyFlag(draft, flag)) continue
    draft.ignored.push(flag.value === undefined ? flag.written : `${flag.written} ${flag.value}`)
  }
  draft.ignored.push(...others, ...(split.rest === '' ? [] : [split.rest]))
  if (draft.url === '') return { problem: 'The command has no URL.' }
  const { parts, query, isGet, ...request } = draft
  const hasBody = parts.length > 0 && !isGet
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(request.url) ? request.url : `http://${request.url}`
  return {
    ...request,
    url: withQuery(url, isGet ? [...parts, ...query] : query),
    method: request.method || (hasBody ? 'POST' : 'GET'),
    data: hasBody ? parts.join(request.isJson ? '' : '&') : undefined,
  }
}
