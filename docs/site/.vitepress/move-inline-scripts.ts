import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const INLINE = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]+?)<\/script>/g

/** Moves a page's inline scripts to files, because the content security policy refuses them. */
export async function moveInlineScripts(html: string, outDir: string): Promise<string> {
  const files = new Map<string, string>()
  const moved = html.replace(INLINE, (_script, code: string) => {
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 8)
    const name = `assets/inline.${hash}.js`
    files.set(name, code)
    return `<script src="/docs/${name}"></script>`
  })
  await Promise.all([...files].map(([name, code]) => writeFile(join(outDir, name), code)))
  return moved
}
