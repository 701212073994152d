const CAPITALS = new Map([
  ['url', 'URL'],
  ['api', 'API'],
  ['id', 'ID'],
  ['sid', 'SID'],
  ['ssl', 'SSL'],
  ['ca', 'CA'],
])

/** Converts a field name to a label: `accessKeyId` becomes 'Access key ID'. */
export function labelOfField(name: string): string {
  const parts = name
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .split(' ')
  const text = parts.map((part) => CAPITALS.get(part) ?? part).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
