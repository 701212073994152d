import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { chunk, pngFile } from './png-file.ts'

const NOTHING = Buffer.alloc(0)
const text = (words: string) => Buffer.from(words)
const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex')
const u16 = (number: number) => hex(number.toString(16).padStart(4, '0'))

function jpegOf(width: number, height: number, after: Buffer): Buffer {
  const size = Buffer.concat([u16(height), u16(width)])
  const frame = Buffer.concat([hex('ffc0 0011 08'), size, hex('03 012200 021101 031101')])
  const scan = hex('ffda 000c 03 0100 0211 0311 003f00')
  return Buffer.concat([
    hex('ffd8 ffe0 0010 4a464946 0001 0100 0001 0001 0000'),
    frame,
    scan,
    after,
  ])
}

function gifOf(width: number, height: number, frames: number): Buffer {
  const le = (number: number) => Buffer.from([number & 255, number >> 8])
  const size = Buffer.concat([le(width), le(height)])
  const picture = Buffer.concat([hex('2c 0000 0000'), size, hex('00 02 02 4c01 00')])
  const all = Array.from({ length: frames }, () => picture)
  return Buffer.concat([text('GIF89a'), size, hex('80 00 00 000000 ffffff'), ...all, hex('3b')])
}

function webpOf(width: number, height: number): Buffer {
  const le24 = (number: number) => Buffer.from([number & 255, (number >> 8) & 255, number >> 16])
  const body = Buffer.concat([hex('10 000000'), le24(width - 1), le24(height - 1)])
  const whole = Buffer.concat([text('WEBPVP8X'), hex('0a000000'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(whole.length)
  return Buffer.concat([text('RIFF'), length, whole])
}

const avif = (rest: Buffer) =>
  Buffer.concat([hex('0000001c'), text('ftypavif'), hex('00000000'), text('avifmif1miaf'), rest])

const packed = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 1 })
const small = { width: 8, height: 8 }
const LAUGHS = Array.from(
  { length: 12 },
  (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
).join('')

type Bomb = readonly [name: string, file: () => Buffer]

const LYING: readonly Bomb[] = [
  [1, 60_000],
  [100_000, 100_000],
  [2_147_483_647, 2_147_483_647],
  [5_001, 5_000],
  [65_535, 1_000],
  [0, 10],
].map(([width = 0, height = 0]) => [
  `a PNG that says ${width} × ${height}`,
  () => pngFile({ width, height, pixels: Buffer.alloc(100) }),
])

const WIDE: readonly Bomb[] = ([0, 2, 6] as const).flatMap((kind) =>
  [8, 16].map(
    (depth): Bomb => [
      `a true PNG of ${kind}/${depth} with 26 million pixels`,
      () => pngFile({ width: 5_100, height: 5_100, kind, depth }),
    ],
  ),
)

const JPEGS: readonly Bomb[] = [
  ['a JPEG that says 65,535 × 65,535', () => jpegOf(65_535, 65_535, randomBytes(200))],
  ['a JPEG cut off after its head', () => jpegOf(800, 600, NOTHING)],
  ['a JPEG of noise', () => jpegOf(4_000, 4_000, randomBytes(100_000))],
  ['a JPEG without height', () => jpegOf(100, 0, randomBytes(100))],
  [
    'a JPEG and a ZIP',
    () => Buffer.concat([jpegOf(9, 9, NOTHING), hex('504b0304'), randomBytes(99)]),
  ],
  ['nothing but a JPEG’s beginning', () => hex('ffd8 ff')],
  [
    'a JPEG of 1,000 comments',
    () => Buffer.concat([hex('ffd8'), ...Array(1_000).fill(hex('fffe 0004 6161')), hex('ffd9')]),
  ],
]

const GIFS: readonly Bomb[] = [
  ['a GIF that says 65,535 × 65,535', () => gifOf(65_535, 65_535, 1)],
  ['a GIF of 20,000 pictures', () => gifOf(500, 500, 20_000)],
  ['a GIF that is a script', () => text(`${'GIF89a/*'.padEnd(40, ' ')}*/=1;alert(1)`)],
  ['a GIF cut off', () => gifOf(100, 100, 3).subarray(0, 30)],
  ['a GIF of 5,100 × 5,100', () => gifOf(5_100, 5_100, 500)],
]

const WEBPS: readonly Bomb[] = [
  ['a WebP that says 16,383 × 16,383', () => webpOf(16_383, 16_383)],
  ['a WebP that says 16,777,216 × 16,777,216', () => webpOf(16_777_216, 16_777_216)],
  ['a WebP of noise', () => Buffer.concat([webpOf(100, 100), randomBytes(500)])],
  ['an AVIF of noise', () => avif(randomBytes(2_000))],
  ['an AVIF with nothing in it', () => avif(NOTHING)],
  [
    'an AVIF with a box of 4 GB',
    () => avif(Buffer.concat([hex('ffffffff'), text('meta'), randomBytes(50)])),
  ],
]

const PARTS: readonly Bomb[] = [
  [
    'a PNG with 100 MB of words',
    () =>
      pngFile({
        ...small,
        extra: [chunk('zTXt', Buffer.concat([text('a\0\0'), packed(100_000_000)]))],
      }),
  ],
  [
    'a PNG with a profile of 100 MB',
    () =>
      pngFile({
        ...small,
        extra: [chunk('iCCP', Buffer.concat([text('a\0\0'), packed(100_000_000)]))],
      }),
  ],
  [
    'a PNG with too many pixels packed',
    () => pngFile({ ...small, pixels: Buffer.alloc(100_000_000) }),
  ],
  ['a PNG with too few', () => pngFile({ width: 3_000, height: 3_000, pixels: Buffer.alloc(10) })],
  ['a PNG cut off', () => pngFile({ width: 2_000, height: 2_000 }).subarray(0, 300)],
  [
    'a PNG with a false sum',
    () => {
      const file = pngFile(small)
      file[20] = 77
      return file
    },
  ],
  ['a PNG without a palette', () => pngFile({ ...small, kind: 3 })],
  [
    'an interlaced PNG cut off',
    () => pngFile({ width: 4_900, height: 4_900, interlaced: true, pixels: Buffer.alloc(1_000) }),
  ],
  [
    'an interlaced PNG with 24 million pixels',
    () => pngFile({ width: 4_900, height: 4_900, kind: 6, depth: 16, interlaced: true }),
  ],
  [
    'a PNG of 10,000 parts',
    () => pngFile({ ...small, extra: Array(10_000).fill(chunk('tEXt', text('a\0b'))) }),
  ],
  [
    'a PNG that goes on as a page',
    () => Buffer.concat([pngFile(small), text('<script>alert(1)</script>')]),
  ],
  ['a PNG in a PDF', () => Buffer.concat([text('%PDF-1.7\n'), pngFile(small)])],
]

const OTHERS: readonly Bomb[] = [
  [
    'a drawing of a thousand million laughs',
    () =>
      text(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${LAUGHS}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l12;</text></svg>`,
      ),
  ],
  [
    'a drawing that reads a file',
    () =>
      text(
        '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&f;</text></svg>',
      ),
  ],
  [
    'a drawing that calls somebody',
    () =>
      text('<svg xmlns="http://www.w3.org/2000/svg"><image href="http://169.254.169.254/"/></svg>'),
  ],
  [
    'a drawing as wide as the sea',
    () => text('<svg xmlns="http://www.w3.org/2000/svg" width="999999" height="999999"/>'),
  ],
  ['a TIFF', () => Buffer.concat([hex('49492a00 08000000 ffff'), randomBytes(500)])],
  ['a PDF', () => text('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj')],
  [
    'a Photoshop file',
    () => Buffer.concat([text('8BPS'), hex('0001 000000000000 0004 000075300000 7530 0010 0003')]),
  ],
  ['nothing', () => NOTHING],
]

/** Malicious or broken image files, generated on demand. */
export const BOMBS: readonly Bomb[] = [LYING, WIDE, JPEGS, GIFS, WEBPS, PARTS, OTHERS].flat()
