const MAX_OCTETS = 75;

/** The text of a calendar file (RFC 5545) of these lines: long ones are folded. */
export const foldedLines = (lines: readonly string[]): string =>
  lines.map((line) => `${fold(line)}\r\n`).join('');

/** A text as the value of a property. */
export const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|[\r\n]/g, '\\n');

/** A day or an instant in ISO 8601 as calendars write it: `20260401`, `20260401T120000Z`. */
export const compactTime = (iso: string): string => iso.replace(/[-:]|\.\d+/g, '');

/** Lines have at most 75 octets and continue after a space; characters are not split. */
function fold(line: string): string {
  const lines: string[] = [];
  let [current, octets] = ['', 0];
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > MAX_OCTETS) {
      lines.push(current);
      [current, octets] = [' ', 1];
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}
