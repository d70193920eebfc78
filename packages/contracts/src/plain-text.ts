/** Characters that move or hide the surrounding text: control characters except the line feed, and bidirectional controls. */
const UNSEEN = /[\p{Cc}\u{061c}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu;

/** User text as shown to others: without control characters, bidirectional controls and lone surrogates. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, (character) => (character === '\n' ? '\n' : character === '\t' ? ' ' : ''))
    .replace(/\n{3,}/g, '\n\n')
    .normalize('NFC')
    .trim();
}
