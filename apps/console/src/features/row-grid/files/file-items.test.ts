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

describe('what a field takes is said before anything is sent', () => {
  it.each<[string, FileColumn, File, string?]>([
    ['an image', field('image'), fileOf('a.png', 'image/png')],
    ['no image', field('image'), fileOf('a.txt', 'text/plain'), 'an image'],
    ['a drawing is none', field('image'), fileOf('a.svg', 'image/svg+xml'), 'an image'],
    ['a drawing as a file', field('file'), fileOf('a.svg', 'image/svg+xml')],
    ['too large', field('file', { maxFileSize: 2 }), fileOf('a', ''), 'at most 2 bytes'],
    ['just large enough', field('file', { maxFileSize: 3 }), fileOf('a', '')],
    ['another type', field('file', { fileTypes: ['.pdf'] }), fileOf('a.txt', ''), '.pdf only'],
  ])('%s', (_, column, file, problem) => {
    const found = checkFile(column, file)
    if (problem === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(problem)
  })

  it('in one sentence', () => {
    const options = { maxFileSize: 5 * 1024 * 1024, hasMultiple: true, isProtected: true }
    expect(describeLimits(field('image', options))).toBe(
      'Images · up to 5 MB each · several files · opened only by people who may see the row',
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
  ])('%s bytes are %s', (bytes, words) => {
    expect(printSize(bytes)).toBe(words)
  })
})

describe('files of a cell', () => {
  const several = field('image', { hasMultiple: true })
  const one = field('image')
  const png = (name: string) => fileOf(name, 'image/png')

  it.each<[string, FileColumn, unknown, File[], string | undefined, string[]]>([
    [
      'come behind the others',
      several,
      [stored('a')],
      [png('b')],
      undefined,
      ['a here', 'b sending'],
    ],
    [
      'take the place of one',
      several,
      [stored('a'), stored('b')],
      [png('c')],
      'k/a',
      ['c sending', 'b here'],
    ],
    ['take the place of the only one', one, stored('a'), [png('b')], undefined, ['b sending']],
    [
      'are one where one is taken',
      one,
      null,
      [png('a'), png('b')],
      undefined,
      ['a sending', 'b refused'],
    ],
    [
      'that are refused leave what is there',
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

  it('become the value once they are there', () => {
    const items = itemsOf([stored('a'), stored('b')])
    expect(cellOf(several, items)).toEqual([stored('a'), stored('b')])
    expect(cellOf(one, items.slice(1))).toEqual(stored('b'))
    expect(cellOf(one, [])).toBeNull()
    expect(cellOf(several, addFiles([], { field: several, files: [png('c')], newId }))).toEqual([])
  })
})
