/** Key of a file's thumbnail; no other file can have it. */
export function thumbnailKeyOf(key: string): string {
  const dot = key.lastIndexOf('.')
  const stem = dot > key.lastIndexOf('/') ? key.slice(0, dot) : key
  return `${stem}_small.webp`
}

/** Types that get thumbnails. SVG is excluded because it can reference other files (R41). */
export const THUMBNAIL_TYPES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]
