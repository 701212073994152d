import type { Hook } from './hook-store.ts'

const CHECKS = ['none', 'signature', 'bearer', 'basic', 'header'] as const
const SIGNED = ['body', 'timestamp', 'stripe', 'slack'] as const

export interface HookSettings {
  /** The accepted HTTP method; `any` for all. */
  method: string
  answersWithResult: boolean
  check: (typeof CHECKS)[number]
  signedText: (typeof SIGNED)[number]
  timestampHeader: string
  toleranceMs: number
}

/** Parses the settings of a webhook node; an unknown check rejects every call. */
export function readHookSettings({ parameters }: Hook): HookSettings | undefined {
  const said = (name: string, otherwise: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    return value === undefined || value === '' ? otherwise : String(value)
  }
  const check = CHECKS.find((one) => one === said('check', 'none'))
  const signedText = SIGNED.find((one) => one === said('signed_text', 'body'))
  const tolerance = Number(said('tolerance', '300'))
  if (!check || !signedText || !(tolerance > 0)) return undefined
  return {
    method: said('method', 'POST'),
    answersWithResult: said('answer', 'at-once') === 'result',
    check,
    signedText,
    timestampHeader: said('timestamp_header', 'X-Timestamp').toLowerCase(),
    toleranceMs: tolerance * 1000,
  }
}
