/** Whether the JSON of a row was built and has at most so many bytes; encodes it only if its length leaves that open. */
export function isWithinBytes(answer: unknown, maxBytes: number): answer is string {
  if (typeof answer !== 'string') return false
  return answer.length * 3 <= maxBytes || Buffer.byteLength(answer) <= maxBytes
}
