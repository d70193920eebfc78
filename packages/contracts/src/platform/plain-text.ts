/**
 * Characters without a width: direction controls, zero-width spaces, soft hyphens, fillers, tags, variation selectors and marks
 * of annotations. They make equal names out of different texts, and different ones out of equal texts.
 */
const INVISIBLE = String.raw`[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;
const MAY_BE_INVISIBLE = new RegExp(INVISIBLE, 'u');
/** What is seen of scripts whose words are spelt with joiners, such as Persian and Malayalam. */
const JOINING = `(?!${INVISIBLE})[${'Arab Syrc Mong Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'.replace(
  /\w+ ?/g,
  (script) => `\\p{scx=${script.trim()}}`,
)}]`;
const EMOJI = String.raw`\p{Extended_Pictographic}(?:\ufe0e|\ufe0f|\p{Emoji_Modifier})?`;
/** Marks that place the punctuation between words, where some are written from right to left; they override no letter. */
const MARK = /[\u200e\u200f\u061c]/;
const FROM_RIGHT = /[\u0590-\u05ff\u0620-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Where such a character has a meaning, with what precedes it. The second and third group are the only ones that it needs. */
const MEANT = [
  String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
  String.raw`${EMOJI}(?:\u200d${EMOJI})*`,
  String.raw`[#*\d]\ufe0f\u20e3`,
  String.raw`\p{Ideographic}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?!${INVISIBLE})\p{scx=Mong}[\u180b-\u180d\u180f]`,
  // A half letter at the end of a word: a sign that removes the vowel, and a joiner.
  String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]\u200d`,
].join('|');
const SEEN_OR_NOT = new RegExp(
  `(${MEANT})|(${JOINING}[\\u200c\\u200d])[\\u200c\\u200d]*(?=${JOINING})|${INVISIBLE}`,
  'gu',
);

/**
 * A text without invisible characters that carry no meaning. Kept are those that people type to spell: joiners in emoji and in
 * scripts that need them, variants of emoji and ideographs, and marks of direction beside Arabic or Hebrew.
 */
export function withoutInvisible(text: string): string {
  if (!MAY_BE_INVISIBLE.test(text)) return text;
  const keepsMarks = FROM_RIGHT.test(text);
  return text.replace(
    SEEN_OR_NOT,
    (found, meant, joined) => meant ?? joined ?? (keepsMarks && MARK.test(found) ? found : ''),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it is written in HTML and XML, in elements and attributes. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Normalises a line for storage: without invisible characters and superfluous blanks. */
export const plainLine = (typed: string): string =>
  withoutInvisible(typed.normalize('NFC')).replace(/\s+/g, ' ').trim();

/** User text as shown to others: without control and invisible characters, and lone surrogates. */
export function plainText(text: string): string {
  return withoutInvisible(text.toWellFormed())
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cc}/gu, (character) => (character === '\n' ? '\n' : character === '\t' ? ' ' : ''))
    .replace(/\n{3,}/g, '\n\n')
    .normalize('NFC')
    .trim();
}
