import { Readable } from 'node:stream'
import type { StartedJob } from '../../../foundation/jobs/jobs.ts'
import type { RowsContext } from '../../context.ts'
import type { FileStore } from '../../file-store/file-store.ts'
import { thumbnailKeyOf } from '../../file-store/thumbnail-key.ts'
import { openThumbnailMaker, type ThumbnailMaker } from './open-thumbnail-maker.ts'
import { lockNextForThumbnail, type PendingThumbnail, recordThumbnail } from './thumbnail-store.ts'

const EVERY_MS = 1_000
/** A larger file gets no thumbnail. */
const MAX_BYTES = 25 * 1024 * 1024

async function readWhole(store: FileStore, key: string): Promise<Buffer | undefined> {
  const stored = await store.find(key)
  if (!stored || stored.size > MAX_BYTES) return undefined
  return Buffer.concat(await (await store.read(key)).toArray())
}

async function makeAndWrite(
  store: FileStore,
  { file, maker }: { file: PendingThumbnail; maker: ThumbnailMaker },
): Promise<'made' | 'none'> {
  const image = await readWhole(store, file.key)
  const small = image && (await maker.make(image))
  if (!small) return 'none'
  await store.write({
    key: thumbnailKeyOf(file.key),
    type: 'image/webp',
    acl: file.acl,
    size: small.length,
    body: Readable.from([small]),
  })
  return 'made'
}

/** Makes thumbnails of images that rows contain, one at a time, outside requests. */
export function startThumbnails(context: Pick<RowsContext, 'db' | 'files' | 'jobs'>): StartedJob {
  const { db, files, jobs } = context
  const maker = openThumbnailMaker()
  const stores = files.all.map(({ kind }) => kind)
  const makeNext = () =>
    db.transaction(async (transaction) => {
      const file = await lockNextForThumbnail(transaction, stores)
      if (!file) return false
      const thumbnail = await makeAndWrite(files.in(file.store), { file, maker })
      await recordThumbnail(transaction, { key: file.key, thumbnail })
      return true
    })
  const job = jobs.start({ name: 'thumbnails', everyMs: EVERY_MS, run: makeNext })
  return {
    async stop() {
      await job.stop()
      maker.close()
    },
  }
}
