/** A setting of this server, from `.env.local`. */
export function setting(
  name:
    | 'PLINTH_URL'
    | 'PLINTH_PROJECT_ID'
    | 'PLINTH_SERVER_KEY'
    | 'PAYMENT_WEBHOOK_URL'
    | 'PAYMENT_WEBHOOK_SECRET',
): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing: run "npm run create-project"`)
  return value
}
