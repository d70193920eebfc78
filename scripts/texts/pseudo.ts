import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lengthLimitOf } from '@keepsake/contracts/platform/text-lengths';
import { type TextForm, type TextTable, textKeysIn } from '@keepsake/contracts/platform/text-tables';
import * as z from 'zod';
import { readTexts } from '../conventions/sources.ts';
import { listAreas, readTable } from './entries.ts';

const BRANDS = 'apps/server/brands';
/** Letters that no text of ours has in English: whoever sees others sees a text that is not translated. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'aá',
    'cç',
    'dđ',
    'eé',
    'gğ',
    'hĥ',
    'ií',
    'jĵ',
    'kķ',
    'lļ',
    'nñ',
    'oö',
    'rŕ',
    'sš',
    'tţ',
    'uü',
    'wŵ',
    'yý',
    'zž',
  ].flatMap(([plain = '', other = '']) => [
    [plain, other],
    [plain.toUpperCase(), other.toUpperCase()],
  ]),
);
/** What stays as it is: values, tags and addresses. */
const UNCHANGED = /(\{\{[^}]*\}\}|\{\w+\}|<\/?\w+\/?>|https?:\/\/\S+|[\w.]+@[\w.]+)/;
const VOWEL = /[aeiouyAEIOUY]/g;
/** What a text that has few vowels grows by. */
const MORE = ' and some more words that make it longer';

/** How much longer a translation may be than its English: short texts grow most, as 'Close' becomes 'Schließen'. */
const growthOf = (length: number) => Math.ceil(length * (length <= 10 ? 0.8 : length <= 30 ? 0.5 : 0.35));

/**
 * A text as a translation may look: accented, in longer words, and between brackets that show where it is cut; where a place is
 * narrow, no longer than translators may write.
 */
export function pseudoText(text: string, most = Number.POSITIVE_INFINITY): string {
  const parts = text.split(UNCHANGED);
  const words = parts.filter((_, at) => at % 2 === 0).join('');
  if (!/\p{L}/u.test(words)) return text;
  const growth = Math.min(growthOf(words.length), most - text.length - 2);
  if (growth < 0) return parts.map((part, at) => (at % 2 === 0 ? accented(part) : part)).join('');
  let left = growth;
  const grown = parts.map((part, at) => {
    if (at % 2 === 1) return part;
    return accented(part.replace(VOWEL, (vowel) => (left-- > 0 ? vowel + vowel.toLowerCase() : vowel)));
  });
  return `⟦${grown.join('')}${accented(MORE.slice(0, left < 2 ? 0 : left).trimEnd())}⟧`;
}

const accented = (text: string) => text.replace(/\w/g, (letter) => LETTERS[letter] ?? letter);

/** All texts of a language by area, each as a translation may look. */
export function pseudoTexts(locale: string): Record<string, TextTable> {
  const files = readTexts();
  return Object.fromEntries(
    listAreas(files).map(({ name, source, form }) => [
      name,
      pseudoTable(readTable(files, `${source}/${locale}.json`), { name, locale, form }),
    ]),
  );
}

type Of = { name: string; locale: string; form: TextForm };

function pseudoTable(table: TextTable, { name, locale, form }: Of): TextTable {
  const keys = textKeysIn(locale, table, form).filter((key) => key in table);
  return Object.fromEntries(
    keys.map((key) => [key, pseudoText(table[key] ?? '', lengthLimitOf(`${name}:${key}`)?.most)]),
  );
}

const brands = z.looseObject({ channels: z.array(z.looseObject({ locale: z.string() })) });

/** Writes the demo's brands into a folder, each with its texts in longer words. Returns the file to set as CHANNELS_FILE. */
export function writePseudoBrands(folder: string): string {
  mkdirSync(folder, { recursive: true });
  cpSync(BRANDS, folder, { recursive: true });
  const file = path.join(folder, 'channels.json');
  const { channels, ...more } = brands.parse(JSON.parse(readFileSync(file, 'utf8')));
  const worded = channels.map((channel) =>
    Object.assign(channel, { texts: { [channel.locale]: pseudoTexts(channel.locale) } }),
  );
  writeFileSync(file, JSON.stringify(Object.assign(more, { channels: worded })));
  return file;
}
