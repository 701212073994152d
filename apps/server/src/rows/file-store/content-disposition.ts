import { encodeExtended } from 'content-disposition'

const INLINE = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'application/pdf',
  'video/mp4',
  'audio/mpeg',
])

/** Whether a browser may show the type inline. Types that can contain scripts are always downloads. */
export function isShownInline(type: string): boolean {
  return INLINE.has(type.toLowerCase())
}

interface Named {
  type: string
  fileName: string
}

/** Content-Disposition for a type and name: inline for safe types, otherwise attachment. */
export function contentDisposition(file: Named): string {
  return disposition(isShownInline(file.type) ? 'inline' : 'attachment', file)
}

/** Content-Disposition that always downloads. */
export function asAttachment(file: Named): string {
  return disposition('attachment', file)
}

/**
 * Both forms of the name, so that clients without RFC 8187 read the quoted one. The library's `create` omits the quotes
 * and the extended form where the grammar allows it, which changes the header of most names.
 */
function disposition(how: 'inline' | 'attachment', file: Named): string {
  const ascii = file.fileName.replace(/[^A-Za-z0-9._ -]/g, '_').slice(0, 120)
  const extended = encodeExtended(file.fileName.slice(0, 200).toWellFormed())
  return `${how}; filename="${ascii}"; filename*=${extended}`
}
