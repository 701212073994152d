import { expect, test } from 'vitest'
import { acceptsFileType } from './accepts-file-type.ts'

test.each([
  [[], 'a.exe', 'application/x-msdownload', true],
  [['image/*'], 'a.png', 'image/png', true],
  [['image/*'], 'a.png', 'imagery/png', false],
  [['image/png'], 'a.png', 'IMAGE/PNG', true],
  [['image/png'], 'a.png', 'image/jpeg', false],
  [['.txt'], 'NOTES.TXT', '', true],
  [['txt'], 'notes.txt', '', true],
  [['txt'], 'notestxt', '', false],
  [['image/*', '.pdf'], 'a.pdf', 'application/pdf', true],
] as const)('%j of %s (%s): %s', (types, fileName, fileType, taken) => {
  expect(acceptsFileType(types, { fileName, fileType })).toBe(taken)
})
