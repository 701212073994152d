/** Where the small picture of a file lies: beside it, under a name that no file has. */
export function thumbnailKeyOf(key: string): string {
  const dot = key.lastIndexOf('.')
  const stem = dot > key.lastIndexOf('/') ? key.slice(0, dot) : key
  return `${stem}_small.webp`
}

/** What a small picture can be made of; drawings that refer to other files are none of it (R41). */
export const PICTURED: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]
