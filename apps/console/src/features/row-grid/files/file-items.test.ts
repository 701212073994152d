import { Column } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { printSize } from '../../../ui/format/print-size.ts'
import { addFiles, cellOf, type FileItem, itemsOf } from './file-items.ts'
import { acceptOf, checkFile, describeLimits, type FileColumn } from './file-limits.ts'

function field(type: 'image' | 'file', options: object = {}): FileColumn {
  return Column.parse({ id: 'c', name: 'c', type, options }) as FileColumn
}
const fileOf = (name: string, type: string, size = 3) =>
  new File([new Uint8Array(size)], name, { type })
const stored = (name: string) => ({
  fileName: name,
  fileSize: 3,
  fileType: 'image/png',
  fileKey: `k/${name}`,
  url: `http://x/${name}`,
})
let ids = 0
const newId = () => {
  ids += 1
  return `n${ids}`
}
const states = (items: readonly FileItem[]) => items.map(({ name, state }) => `${name} ${state}`)

describe('file limits', () => {
  it.each<[string, FileColumn, File, string?]>([
    ['an image', field('image'), fileOf('a.png', 'image/png')],
    ['not an image', field('image'), fileOf('a.txt', 'text/plain'), 'an image'],
    ['SVG in an image field', field('image'), fileOf('a.svg', 'image/svg+xml'), 'an image'],
    ['SVG in a file field', field('file'), fileOf('a.svg', 'image/svg+xml')],
    ['too large', field('file', { maxFileSize: 2 }), fileOf('a', ''), 'at most 2 bytes'],
    ['exactly the maximum size', field('file', { maxFileSize: 3 }), fileOf('a', '')],
    [
      'a type that is not accepted',
      field('file', { fileTypes: ['.pdf'] }),
      fileOf('a.txt', ''),
      '.pdf only',
    ],
  ])('%s', (_, column, file, problem) => {
    const problems = checkFile(column, file)
    if (problem === undefined) expect(problems).toBeUndefined()
    else expect(problems).toContain(problem)
  })

  it('are described in one line', () => {
    const options = { maxFileSize: 5 * 1024 * 1024, hasMultiple: true, isProtected: true }
    expect(describeLimits(field('image', options))).toBe(
      'Images · up to 5 MB each · several files · open only to people who can see the row',
    )
    expect(acceptOf(field('file', { fileTypes: ['pdf', '.txt', 'image/*'] }))).toBe(
      '.pdf,.txt,image/*',
    )
  })

  it.each([
    [0, '0 bytes'],
    [1023, '1023 bytes'],
    [1536, '1.5 KB'],
    [20 * 1024 * 1024, '20 MB'],
  ])('formats %s bytes as %s', (bytes, words) => {
    expect(printSize(bytes)).toBe(words)
  })
})

describe('addFiles', () => {
  const several = field('image', { hasMultiple: true })
  const one = field('image')
  const png = (name: string) => fileOf(name, 'image/png')

  it.each<[string, FileColumn, unknown, File[], string | undefined, string[]]>([
    ['appends files', several, [stored('a')], [png('b')], undefined, ['a here', 'b sending']],
    [
      'replaces a given file',
      several,
      [stored('a'), stored('b')],
      [png('c')],
      'k/a',
      ['c sending', 'b here'],
    ],
    [
      'replaces the only file of a single-file field',
      one,
      stored('a'),
      [png('b')],
      undefined,
      ['b sending'],
    ],
    [
      'rejects a second file for a single-file field',
      one,
      null,
      [png('a'), png('b')],
      undefined,
      ['a sending', 'b refused'],
    ],
    [
      'keeps the current file if the new one is rejected',
      one,
      stored('a'),
      [fileOf('b', 'text/plain')],
      undefined,
      ['a here', 'b refused'],
    ],
  ])('%s', (_, column, value, files, instead, expected) => {
    expect(states(addFiles(itemsOf(value), { field: column, files, instead, newId }))).toEqual(
      expected,
    )
  })

  it('uploaded files become the cell value', () => {
    const items = itemsOf([stored('a'), stored('b')])
    expect(cellOf(several, items)).toEqual([stored('a'), stored('b')])
    expect(cellOf(one, items.slice(1))).toEqual(stored('b'))
    expect(cellOf(one, [])).toBeNull()
    expect(cellOf(several, addFiles([], { field: several, files: [png('c')], newId }))).toEqual([])
  })
})
