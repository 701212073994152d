import { offerFile } from './offer-file.ts'

/** Downloads a text as a file. */
export function downloadText({ name, type, text }: { name: string; type: string; text: string }) {
  offerFile(new Blob([text], { type }), name)
}
