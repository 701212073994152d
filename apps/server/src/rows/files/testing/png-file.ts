import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

export interface PngPlan {
  width: number
  height: number
  /** Bits per sample. */
  depth?: number
  /** 0 greyscale, 2 RGB, 6 RGBA. */
  kind?: 0 | 2 | 3 | 6
  interlaced?: boolean
  /** Uncompressed image data; black by default. */
  pixels?: Buffer
  /** Chunks before the image data. */
  extra?: readonly Buffer[]
}

export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}

/** Builds a PNG, valid or not. */
export function pngFile(plan: PngPlan): Buffer {
  const { width, height, depth = 8, kind = 2, interlaced = false, extra = [] } = plan
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([depth, kind, 0, 0, interlaced ? 1 : 0], 8)
  const samples = { 0: 1, 2: 3, 3: 1, 6: 4 }[kind]
  const line = Math.ceil((width * samples * depth) / 8) + 1
  const pixels = plan.pixels ?? Buffer.alloc(Math.min(line * height, 250_000_000))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    ...extra,
    chunk('IDAT', deflateSync(pixels, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
