import { createKey } from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { useAlbum } from './testing/use-album.ts'

/** Upload URLs per guest and minute, and per key that names guests. */
const [OF_GUEST, OF_KEY] = [120, 1200]

describe.each(['sqlite3', 'postgres'] as const)('uploads of visitors on %s', (database) => {
  const album = useAlbum(database)
  let serverKey: string
  beforeAll(async () => {
    const { secret } = await album.owner().client.call(createKey, {
      params: { projectId: album.projectId() },
      body: { name: 'Shop', environment: 'dev', tables: [], canNameVisitors: true },
    })
    serverKey = secret
  })

  /** Asks for upload URLs. */
  async function ask(address: string, count: number): Promise<number> {
    const url = `${inject('server').address}/api/file/upload?$projectId=${album.projectId()}`
    const file = { fileName: 'a.bin', fileType: '', fileSize: 1 }
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-plinth-visitor-address': address,
        'x-plinth-server-key': serverKey,
      },
      body: JSON.stringify({
        tableName: 'photo',
        columnName: 'papers',
        files: Array.from({ length: count }, () => file),
      }),
    })
    await answer.body?.cancel()
    return answer.status
  }

  test('guests are counted by visitor, and all guests of a key together', async () => {
    const half = OF_GUEST / 2
    const first = '198.18.0.7'
    expect([await ask(first, half), await ask(first, half)]).toEqual([200, 200])
    expect(await ask(first, 1)).toBe(429)
    for (let used = OF_GUEST; used < OF_KEY; used += half)
      expect(await ask(`198.18.${used / half}.7`, half)).toBe(200)
    expect(await ask('198.18.200.7', 1)).toBe(429)
  })
})
