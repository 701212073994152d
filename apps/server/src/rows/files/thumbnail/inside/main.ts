import sharp from 'sharp'
import { frame, readFrames } from './frames.ts'

/** R41. */
const MAX_PIXELS = 25_000_000
const SIDE = 256
const QUALITY = 78
const SECONDS = 5

sharp.cache(false)
sharp.concurrency(1)
// Blocks all other libvips loaders: documents, drawings and scientific formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
  ],
})

function makeSmall(image: Buffer): Promise<Buffer> {
  return sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: SECONDS })
    .toBuffer()
}

const NOTHING = Buffer.alloc(0)

// Exits when stdin closes, that is when the parent ends.
for await (const image of readFrames(process.stdin)) {
  process.stdout.write(frame(await makeSmall(image).catch(() => NOTHING)))
}
