/** Most characters of a subject: what lists of mails show on a desktop. Phones show about 40. */
export const SUBJECT_LENGTH = 60;
/** So much of a name is shown however long the rest is. */
const LEAST_OF_NAME = 8;

/** A subject with a name of the customer's, which is cut where the whole would be too long. */
export function subjectWith(name: string, write: (name: string) => string): string {
  const whole = write(name);
  const excess = whole.length - SUBJECT_LENGTH;
  if (excess <= 0) return whole;
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  let shown = characters.length;
  while (shown > LEAST_OF_NAME && characters.slice(0, shown).join('').length > name.length - excess - 1)
    shown--;
  return write(`${characters.slice(0, shown).join('').trimEnd()}…`);
}

/** An address of mail with the subject of the answer (RFC 6068, which leaves the @ bare). */
export const mailtoLink = (email: string, subject: string): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;
