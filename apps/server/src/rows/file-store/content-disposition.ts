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

/** Whether a browser may show it; what could carry a script is always saved instead. */
export function isShownInline(type: string): boolean {
  return INLINE.has(type.toLowerCase())
}

interface Named {
  type: string
  fileName: string
}

/** How a browser is to treat a file of this type and name. */
export function contentDisposition(given: Named): string {
  return disposition(isShownInline(given.type) ? 'inline' : 'attachment', given)
}

/** The same where it is to be saved, whatever it is. */
export function asAttachment(given: Named): string {
  return disposition('attachment', given)
}

function disposition(how: 'inline' | 'attachment', given: Named): string {
  const plain = given.fileName.replace(/[^A-Za-z0-9._ -]/g, '_').slice(0, 120)
  const exact = encodeURIComponent(given.fileName.slice(0, 200).toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${exact}`
}
