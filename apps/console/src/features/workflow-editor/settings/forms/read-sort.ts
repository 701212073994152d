export interface SortedField {
  field: string
  isDescending: boolean
}

const KEY = /^([+-]?)([A-Za-z_]\w*)$/

/** The keys of a sort; undefined if it has related fields, expressions or a field twice, which only its text shows. */
export function readSort(text: string): SortedField[] | undefined {
  if (text.trim() === '') return []
  const keys = text.split(',').map((piece) => {
    const [, sign, field] = KEY.exec(piece.trim()) ?? []
    return field === undefined ? undefined : { field, isDescending: sign === '-' }
  })
  const known = keys.filter((key) => key !== undefined)
  const isDouble = new Set(known.map(({ field }) => field)).size < known.length
  return known.length < keys.length || isDouble ? undefined : known
}

export function writeSort(keys: readonly SortedField[]): string {
  return keys.map(({ field, isDescending }) => `${isDescending ? '-' : ''}${field}`).join(',')
}
