/** What moves or hides the letters around it: control characters but for the end of a line, and orders of writing. */
const UNSEEN = /[\p{Cc}\u{061c}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu;

/** A text of people as it is shown to others: without control characters, orders of writing and halves of letters. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, (character) => (character === '\n' ? '\n' : character === '\t' ? ' ' : ''))
    .replace(/\n{3,}/g, '\n\n')
    .normalize('NFC')
    .trim();
}
