/** The fragment never reaches a server, a proxy's log or a referrer. */
export const invitationLink = (baseUrl: string, token: string) => `${baseUrl}/invitation#${token}`
