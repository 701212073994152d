import { expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import type { NodeRecord } from '../records/node-store.ts'
import { RunNotes } from './run-notes.ts'

const record = (key: string) => ({ key }) as NodeRecord

function open(known?: readonly string[]) {
  const written: string[][] = []
  const notes = new RunNotes({
    write: async (records) => {
      written.push(records.map(({ key }) => key))
    },
    withinMs: 50,
    known: known && (async () => new Set(known)),
  })
  const add = (...keys: string[]) => {
    for (const key of keys) notes.add(`${key} 1`, () => record(key))
  }
  return { notes, written, add }
}

test('what is noted is written by itself, many at once', async () => {
  const { written, add } = open()
  add('a', 'b')
  add('c')
  await eventually(async () => written.length > 0)
  expect(written).toEqual([['a', 'b', 'c']])
})

test('whoever settles waits for all that was noted, once', async () => {
  const { notes, written, add } = open()
  add('a')
  await Promise.all([notes.settle(), notes.settle()])
  add('b')
  await notes.settle()
  expect(written).toEqual([['a'], ['b']])
})

test('the rest is for whoever ends the run, and is not written twice', async () => {
  const { notes, written, add } = open()
  add('a')
  await notes.settle()
  add('b')
  expect(await notes.takeRest()).toEqual([record('b')])
  await notes.settle()
  expect(written).toEqual([['a']])
})

test('a run that is taken up again writes what is not on record yet', async () => {
  const { notes, written, add } = open(['a 1'])
  add('a', 'b')
  await notes.settle()
  add('c')
  expect(await notes.takeRest()).toEqual([record('c')])
  expect(written).toEqual([['b']])
})

test('what could not be written keeps the run from ending', async () => {
  const notes = new RunNotes({
    write: () => Promise.reject(new Error('away')),
    withinMs: 50,
    known: undefined,
  })
  notes.add('a 1', () => record('a'))
  await expect(notes.settle()).rejects.toThrow('away')
  await expect(notes.takeRest()).rejects.toThrow('away')
})
