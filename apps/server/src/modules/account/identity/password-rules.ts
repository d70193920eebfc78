import { dictionary } from '@zxcvbn-ts/language-common';

/** Limits in characters; the upper one bounds the work of hashing. */
export const PASSWORD_LIMITS = { min: 10, max: 128 };

/** Passwords that many people use, from leaked lists, and what those lack in the languages offered here. */
const COMMON: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'],
  ...'abcdefghij qwertz qwertzuiop meinpasswort mijnwachtwoord monmotdepasse mittlosenord fotboll hejhejhej'.split(
    ' ',
  ),
]);
const LONGEST_COMMON = [...COMMON].reduce((longest, { length }) => Math.max(longest, length), 0);
/** Shorter ones are found in any text by chance. */
const SHORTEST_COMMON = 4;
/** What a common password inside a password is worth, in characters, however long it is. */
const COMMON_WORTH = 4;
const LEAST_WORTH = 8;
/** Shorter parts of a name or an address may be anything. */
const SHORTEST_PERSONAL = 3;

type PasswordFault = 'password.tooShort' | 'password.tooLong' | 'password.tooCommon';
/** What others know of a customer: it adds nothing to a password. */
export type Known = { email: string; name: string; brand: string };

/** Why a password is refused, or null. Its length counts characters as people see them, not UTF-16 units. */
export function findPasswordFault(password: string, known: Known): PasswordFault | null {
  if (password.length > PASSWORD_LIMITS.max * 2) return 'password.tooLong';
  const characters = [...password];
  if (characters.length < PASSWORD_LIMITS.min) return 'password.tooShort';
  if (characters.length > PASSWORD_LIMITS.max) return 'password.tooLong';
  return worthOf(password, known) < LEAST_WORTH ? 'password.tooCommon' : null;
}

/** What is hard to guess of a password, in characters, read in the way that leaves the least. */
function worthOf(password: string, known: Known): number {
  const personal = personalWords(known);
  const written = plain(password);
  const joined = written.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const readings = [written, joined].flatMap((text) => [text, withoutDisguise(text)]);
  return Math.min(...readings.map((text) => countUnknown(withoutPersonal(text, personal))));
}

/** Counts a common password as a few characters, digits as half of one, because most are dates, and repetitions as nothing. */
function countUnknown(text: string): number {
  const seen = new Set([GAP]);
  let worth = 0;
  for (let at = 0; at < text.length; ) {
    const common = commonPasswordAt(text, at);
    const digits = /^\d*/.exec(text.slice(at))?.[0] ?? '';
    const isCommon = common.length > digits.length;
    const part = (isCommon ? common : digits) || text.charAt(at);
    if (!seen.has(part)) worth += isCommon ? COMMON_WORTH : Math.ceil(digits.length / 2) || 1;
    seen.add(part);
    at += part.length;
  }
  return worth;
}

/** The longest common password that begins there; empty when none does. */
function commonPasswordAt(text: string, at: number): string {
  for (let length = Math.min(LONGEST_COMMON, text.length - at); length >= SHORTEST_COMMON; length--) {
    const part = text.slice(at, at + length);
    if (COMMON.has(part)) return part;
  }
  return '';
}

/** Stands for a personal word that was taken out, so that what was around it does not become a word. */
const GAP = '\n';

function withoutPersonal(text: string, personal: readonly string[]): string {
  return personal.reduce((rest, word) => rest.replaceAll(word, GAP), text);
}

/** Name, address without its top-level domain, brand, and their parts; the longest first. */
function personalWords({ email, name, brand }: Known): string[] {
  const texts = [email, email.replace(/\.[^.]*$/, ''), name, brand].map(plain);
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u), text.replaceAll(' ', '')]);
  return words.filter(({ length }) => length >= SHORTEST_PERSONAL).sort((a, b) => b.length - a.length);
}

/** In lower case and without accents: the lists have no others. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

const DISGUISES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
};

/** Letters for the signs that look like them. */
function withoutDisguise(text: string): string {
  return text.replaceAll(/[@431!05$7]/g, (sign) => DISGUISES[sign] ?? sign);
}
