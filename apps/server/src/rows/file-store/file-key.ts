import { randomBytes } from 'node:crypto'

const KEY = /^[A-Za-z0-9_-]{1,64}(\/[A-Za-z0-9_-]{1,64}){0,4}(\.[a-z0-9]{1,10})?$/
const MAX_LENGTH = 400
const RANDOM_BYTES = 16
const EXTENSION = /^[a-z0-9]{1,10}$/

/** An unguessable key; of the original file name it contains only a plain extension. */
export function newFileKey(file: { folder: readonly string[]; fileName: string }): string {
  const dot = file.fileName.lastIndexOf('.')
  const extension = dot > 0 ? file.fileName.slice(dot + 1).toLowerCase() : ''
  const name = randomBytes(RANDOM_BYTES).toString('base64url')
  return [...file.folder, EXTENSION.test(extension) ? `${name}.${extension}` : name].join('/')
}

/** Whether a text has the format of our keys. */
export function isFileKey(text: string): boolean {
  return text.length <= MAX_LENGTH && KEY.test(text)
}

/** Prefix of staged uploads in object stores. */
const STAGED = 'incoming/'

export const stagedKeyOf = (key: string): string => STAGED + key

/** The key of a file by the path of its upload. */
export const unstagedKeyOf = (path: string): string =>
  path.startsWith(STAGED) ? path.slice(STAGED.length) : path
