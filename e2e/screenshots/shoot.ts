import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'

const FOLDER = join(import.meta.dirname, '../../docs/screenshots')
const MAX_BYTES = 100_000
const QUALITY = 0.85

/** The images to write; all without names. */
const WANTED = process.argv.slice(2)

/** Writes one image; the theme is part of its file name. */
export type Shoot = (page: Page, name: string) => Promise<void>

/** Playwright writes PNG alone; the browser itself converts it to WebP, a fifth of the size. */
async function toWebp(blank: Page, png: Buffer): Promise<Buffer> {
  const url = await blank.evaluate(
    async ([base64, quality]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality)
    },
    [png.toString('base64'), QUALITY] as const,
  )
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

/** Prepares screenshots in one theme. */
export async function openShoot(browser: Browser, theme: string): Promise<Shoot> {
  mkdirSync(FOLDER, { recursive: true })
  const blank = await browser.newPage()
  return async (page, name) => {
    if (WANTED.length > 0 && !WANTED.includes(name)) return
    await page.evaluate(() => document.fonts.ready)
    const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    const webp = await toWebp(blank, png)
    const file = `${name}-${theme}.webp`
    if (webp.length > MAX_BYTES) throw new Error(`${file} is larger than ${MAX_BYTES} bytes`)
    writeFileSync(join(FOLDER, file), webp)
    console.log(`${file}  ${Math.round(webp.length / 1000)} kB`)
  }
}
