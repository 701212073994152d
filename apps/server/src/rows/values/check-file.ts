import type { ColumnOf } from '@plinth/contract'
import { acceptsFileType } from '@plinth/schema'
import { type Check, listOf } from './check-plain.ts'
import { numberIssue, textIssue } from './value-issues.ts'

const MAX_FILES = 100
const MAX_LENGTH = 4096
const KEYS = ['fileName', 'fileSize', 'fileType', 'fileKey', 'url']

/** Checks files by shape, size and type; the caller checks whether the store has them. */
export function checkFile({ options }: ColumnOf<'image' | 'file'>): Check {
  const { maxFileSize, fileTypes, hasMultiple } = options
  const checkOne: Check = (value, { path, refuse }) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return refuse(path, 'Must be a file')
    const file = new Map(Object.entries(value))
    for (const key of file.keys())
      if (!KEYS.includes(key)) return refuse(`${path}.${key}`, 'Is not a property of a file')
    for (const key of KEYS) {
      const part = file.get(key)
      if (key === 'fileSize') continue
      if (typeof part !== 'string' || part.length > MAX_LENGTH || textIssue(part))
        return refuse(`${path}.${key}`, 'Must be a text')
    }
    const size = file.get('fileSize')
    if (typeof size !== 'number' || !Number.isInteger(size) || size < 0 || numberIssue(size))
      return refuse(`${path}.fileSize`, 'Must be a number of bytes')
    if (size > maxFileSize) return refuse(path, `Must have at most ${maxFileSize} bytes`)
    const [fileType, fileName] = [String(file.get('fileType')), String(file.get('fileName'))]
    if (!acceptsFileType(fileTypes, { fileType, fileName }))
      refuse(path, 'Must be of a type that this field takes')
  }
  return hasMultiple ? listOf(checkOne, { max: MAX_FILES, isDistinct: false }) : checkOne
}
