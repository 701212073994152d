const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+"
const MEDIA_TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|"[A-Za-z0-9!#-\\[\\]-~ ]*"))*$`,
)

/** Whether a text can be sent as a Content-Type: tokens and parameters only, no control characters. */
export function isMediaType(text: string): boolean {
  return MEDIA_TYPE.test(text)
}
