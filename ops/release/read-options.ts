import { parseArgs } from 'node:util'

export const USAGE =
  'npm run release -- VERSION --out FOLDER (--key FILE | --unsigned) [--without-images]'

export interface Options {
  version: string
  out: string
  /** An OpenSSH private key; undefined with `--unsigned`. */
  key: string | undefined
  hasImages: boolean
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/

function isNewer(version: string, current: string): boolean {
  const [one, other] = [version, current].map((text) => text.split('.').map(Number))
  const at = one?.findIndex((part, index) => part !== other?.[index]) ?? -1
  return at !== -1 && (one?.[at] ?? 0) > (other?.[at] ?? 0)
}

/** Reads the command line; throws a sentence for what is missing or does not fit. */
export function readOptions(args: readonly string[], current: string): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      key: { type: 'string' },
      unsigned: { type: 'boolean', default: false },
      'without-images': { type: 'boolean', default: false },
    },
  })
  const [version, ...others] = positionals
  const { out, key, unsigned } = values
  if (version === undefined || others.length > 0 || out === undefined) throw new Error(USAGE)
  if (!VERSION.test(version)) throw new Error(`${version} is not a version such as 1.2.3.`)
  if (!isNewer(version, current)) throw new Error(`${version} does not follow ${current}.`)
  if (key === undefined && !unsigned)
    throw new Error('A release is signed: name a key with --key, or leave it out with --unsigned.')
  if (key !== undefined && unsigned) throw new Error('--key and --unsigned exclude each other.')
  return { version, out, key, hasImages: !values['without-images'] }
}
