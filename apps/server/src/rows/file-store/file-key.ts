import { randomBytes } from 'node:crypto'

const KEY = /^[A-Za-z0-9_-]{1,64}(\/[A-Za-z0-9_-]{1,64}){0,4}(\.[a-z0-9]{1,10})?$/
const LONGEST = 400
const RANDOM_BYTES = 16
const ENDING = /^[a-z0-9]{1,10}$/

/** A key that nobody can guess; the name of the person's file has no part in it but a plain ending. */
export function newFileKey(given: { folder: readonly string[]; fileName: string }): string {
  const dot = given.fileName.lastIndexOf('.')
  const ending = dot > 0 ? given.fileName.slice(dot + 1).toLowerCase() : ''
  const name = randomBytes(RANDOM_BYTES).toString('base64url')
  return [...given.folder, ENDING.test(ending) ? `${name}.${ending}` : name].join('/')
}

/** Whether a text is a key as we make them; anything else names no file. */
export function isFileKey(text: string): boolean {
  return text.length <= LONGEST && KEY.test(text)
}

/** Where object stores have uploads that no row holds yet. */
const STAGED = 'incoming/'

export const stagedKeyOf = (key: string): string => STAGED + key

/** The key of a file by the path that its upload went to. */
export const unstagedKeyOf = (path: string): string =>
  path.startsWith(STAGED) ? path.slice(STAGED.length) : path
