import sharp from 'sharp'
import { frame, readFrames } from './frames.ts'

/** R41. */
const MOST_PIXELS = 25_000_000
const SIDE = 256
const QUALITY = 78
const SECONDS = 5

sharp.cache(false)
sharp.concurrency(1)
// Everything else libvips can read stays shut: documents, drawings and what comes from science.
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
  return sharp(image, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: SECONDS })
    .toBuffer()
}

const NOTHING = Buffer.alloc(0)

// Ends with its input: nobody is left to make pictures for.
for await (const image of readFrames(process.stdin)) {
  process.stdout.write(frame(await makeSmall(image).catch(() => NOTHING)))
}
