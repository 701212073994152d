function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : writeLiteral(name)
}

/** A value as a JavaScript literal. */
export function writeLiteral(value: unknown): string {
  if (typeof value === 'string') {
    const inside = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
    return `'${inside}'`
  }
  if (Array.isArray(value)) return `[${value.map(writeLiteral).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([name, one]) => `${key(name)}: ${writeLiteral(one)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}
