/** Kinds that hand their input on. */
const PASSING: readonly string[] = ['conditional', 'switch', 'wait', 'respond']

export function passesInputOn(kind: string): boolean {
  return PASSING.includes(kind)
}
