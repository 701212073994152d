/** UI text of the dialog that reads a cURL command. */
export const curlStrings = {
  open: 'Paste a cURL command',
  title: 'Paste a cURL command',
  text: 'Method, address, headers and body of the command replace those of this node.',
  command: 'Command',
  placeholder: "curl https://api.example.com/orders -H 'Accept: application/json'",
  apply: 'Use this request',
  cancel: 'Cancel',
  leaveOut: 'Leave secrets out of the workflow',
  leaveOutHint: 'Everyone who can open the workflow reads its headers. Use a credential instead.',
  secrets: (names: readonly string[]) =>
    `Left out: ${names.join(', ')}. Choose or create a credential under Authentication.`,
  kept: 'Secrets of this command are stored in the workflow as plain text.',
  ignored: (parts: readonly string[]) => `Not taken over: ${parts.join(' · ')}`,
  request: (method: string, url: string) => `${method} ${url}`,
} as const
