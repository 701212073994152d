import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { openDiskFileStore } from './disk-file-store.ts'
import { readSigned } from './read-signed.ts'

const [FIRST, SECOND] = [
  'the first secret of this installation',
  'the second secret of this installation',
]
const KEY = 'prj_01h455vb4pex5vsknk084sn02q/t/c/abcdefghijklmnopqrstuv.png'

test('a URL signed before a rotation is valid until its key is forgotten (R19)', async () => {
  let keys = [FIRST]
  const keyRing = { keys: () => keys, refresh: () => true }
  const store = openDiskFileStore({ root: tmpdir(), baseUrl: 'http://files.test', keyRing })
  const sign = () => store.signDownload({ key: KEY, disposition: 'inline', expiresInSeconds: 60 })
  const isValid = (url: string) => {
    const query = Object.fromEntries(new URL(url).searchParams)
    return readSigned(store.secrets(), { method: 'GET', key: KEY, query }) !== undefined
  }
  const before = await sign()
  keys = [SECOND, FIRST]
  const after = await sign()
  expect([isValid(before), isValid(after)]).toEqual([true, true])
  keys = [SECOND]
  expect([isValid(before), isValid(after)]).toEqual([false, true])
})
