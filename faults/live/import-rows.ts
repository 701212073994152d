import type { Caller } from '../stack/call.ts'

const PER_IMPORT = 500
/** As long as a text may be, so that a client that reads nothing has more to read than its socket holds. */
const LONG = 'x'.repeat(255)

/** Rows of long texts, with numbers from the first one on. */
export async function importRows(
  { address, token }: Caller,
  { projectId, count, firstNumber }: { projectId: string; count: number; firstNumber: number },
): Promise<void> {
  for (let done = 0; done < count; done += PER_IMPORT) {
    const length = Math.min(PER_IMPORT, count - done)
    const rows = Array.from({ length }, (_, at) =>
      JSON.stringify({ owner: LONG, isPublic: true, n: firstNumber + done + at }),
    )
    const answer = await fetch(`${address}/api/data/thing/import?$projectId=${projectId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
      body: rows.join('\n'),
    })
    if (answer.status !== 200) throw new Error(await answer.text())
  }
}
