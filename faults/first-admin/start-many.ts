import { startOnce } from './start-once.ts'

export interface StartMany {
  url: string
  first: number
  count: number
  locked: boolean
}

/** A separate process: reports that it is ready, and performs all starts at once on command. */
process.once('message', async ({ url, first, count, locked }: StartMany) => {
  const starts = Array.from({ length: count }, (_, index) =>
    startOnce({ url, number: first + index, locked }),
  )
  const ends = await Promise.allSettled(starts)
  process.send?.({
    made: ends.filter((end) => end.status === 'fulfilled' && end.value).length,
    failures: ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : [])),
  })
  process.disconnect()
})
process.send?.('here')
