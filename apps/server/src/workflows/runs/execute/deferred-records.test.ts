import { expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import type { NodeRecord } from '../records/node-store.ts'
import { DeferredRecords } from './deferred-records.ts'

const record = (key: string) => ({ key }) as NodeRecord

function open(known?: readonly string[]) {
  const written: string[][] = []
  const deferred = new DeferredRecords({
    write: async (records) => {
      written.push(records.map(({ key }) => key))
    },
    withinMs: 50,
    known: known && (async () => new Set(known)),
  })
  const add = (...keys: string[]) => {
    for (const key of keys) deferred.add(`${key} 1`, () => record(key))
  }
  return { deferred, written, add }
}

test('writes deferred records after the delay, many at once', async () => {
  const { written, add } = open()
  add('a', 'b')
  add('c')
  await eventually(async () => written.length > 0)
  expect(written).toEqual([['a', 'b', 'c']])
})

test('flushes everything added so far, once', async () => {
  const { deferred, written, add } = open()
  add('a')
  await Promise.all([deferred.flush(), deferred.flush()])
  add('b')
  await deferred.flush()
  expect(written).toEqual([['a'], ['b']])
})

test('drains unwritten records for the end of the run without writing them twice', async () => {
  const { deferred, written, add } = open()
  add('a')
  await deferred.flush()
  add('b')
  expect(await deferred.drain()).toEqual([record('b')])
  await deferred.flush()
  expect(written).toEqual([['a']])
})

test('writes only missing records when a run is resumed', async () => {
  const { deferred, written, add } = open(['a 1'])
  add('a', 'b')
  await deferred.flush()
  add('c')
  expect(await deferred.drain()).toEqual([record('c')])
  expect(written).toEqual([['b']])
})

test('does not let the run end while records could not be written', async () => {
  const deferred = new DeferredRecords({
    write: () => Promise.reject(new Error('away')),
    withinMs: 50,
    known: undefined,
  })
  deferred.add('a 1', () => record('a'))
  await expect(deferred.flush()).rejects.toThrow('away')
  await expect(deferred.drain()).rejects.toThrow('away')
})
