const MAX_PICTURES = 60
const pictures = new Map<string, string>()

/** Caches the picture of a new upload, because the server gives out no URL until a row contains the file. */
export function cacheLocalPicture(fileKey: string, file: File): void {
  if (!file.type.startsWith('image/')) return
  pictures.set(fileKey, URL.createObjectURL(file))
  for (const [oldest, url] of pictures) {
    if (pictures.size <= MAX_PICTURES) break
    URL.revokeObjectURL(url)
    pictures.delete(oldest)
  }
}

export function localPicture(fileKey: string): string | undefined {
  return pictures.get(fileKey)
}
