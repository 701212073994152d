import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type AuditLine, readAuditLine } from './audit-line.ts'

const MAX_BYTES = 512 * 1024 * 1024

/** The key of the archive file that begins with this entry of a chain. */
export function auditArchiveKey(chain: string, from: number): string {
  const folder = chain === '' ? 'installation' : chain
  return `audit/${folder}/${String(from).padStart(12, '0')}.jsonl.zst`
}

/** An archive file: one JSON line per entry, compressed. */
export function packAuditLines(lines: readonly AuditLine[]): Buffer {
  return zstdCompressSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

/** Throws for a file that is damaged. */
export function unpackAuditLines(file: Buffer): AuditLine[] {
  const text = zstdDecompressSync(file, { maxOutputLength: MAX_BYTES }).toString()
  return text.split('\n').filter(Boolean).map(readAuditLine)
}
