/** Limits in characters; the upper one bounds the work of hashing. */
export const PASSWORD_LIMITS = { min: 10, max: 128 };

/** The same in UTF-16 units, of which a character has at most two. */
export const LONGEST_PASSWORD = 2 * PASSWORD_LIMITS.max;

/** Passwords that many people use. */
type Common = { passwords: ReadonlySet<string>; longest: number };

/** Common passwords in the offered languages that the leaked lists lack. */
const LACKING =
  'abcdefghij qwertz qwertzuiop meinpasswort mijnwachtwoord monmotdepasse mittlosenord fotboll hejhejhej';
/** Shorter ones occur in any text by chance. */
const SHORTEST_COMMON = 4;
/** How many characters a common password inside a password counts for, however long it is. */
const COMMON_STRENGTH = 4;
const MIN_STRENGTH = 8;
/** Shorter parts of a name or an address are too unspecific. */
const SHORTEST_PERSONAL = 3;

type PasswordFault = 'password.tooShort' | 'password.tooLong' | 'password.tooCommon';
/** What others know about a customer: it adds nothing to a password. */
export type Existing = { email: string; name: string; brand: string };

/** Why a password is refused, or null. Its length counts characters as people see them, not UTF-16 units. */
export async function findPasswordFault(password: string, existing: Existing): Promise<PasswordFault | null> {
  if (password.length > LONGEST_PASSWORD) return 'password.tooLong';
  const characters = [...password];
  if (characters.length < PASSWORD_LIMITS.min) return 'password.tooShort';
  if (characters.length > PASSWORD_LIMITS.max) return 'password.tooLong';
  common ??= readCommon();
  return strengthOf(password, existing, await common) < MIN_STRENGTH ? 'password.tooCommon' : null;
}

let common: Promise<Common> | undefined;

/** The leaked lists take several megabytes, which only a server asked for a new password needs. */
async function readCommon(): Promise<Common> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = new Set([...dictionary['passwords-common'], ...LACKING.split(' ')]);
  const longest = [...passwords].reduce((most, { length }) => Math.max(most, length), 0);
  return { passwords, longest };
}

/** The number of hard-to-guess characters in a password, under the reading that leaves the fewest. */
function strengthOf(password: string, existing: Existing, common: Common): number {
  const personal = personalWords(existing);
  const written = plain(password);
  const joined = written.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const readings = [written, joined].flatMap((text) => [text, unleet(text)]);
  return Math.min(...readings.map((text) => countUnknown(withoutPersonal(text, personal), common)));
}

/** Counts a common password as a few characters, digits as half of one, because most are dates, and repetitions as nothing. */
function countUnknown(text: string, common: Common): number {
  const seen = new Set([GAP]);
  let strength = 0;
  for (let at = 0; at < text.length; ) {
    const existing = commonPasswordAt(text, at, common);
    const digits = /^\d*/.exec(text.slice(at))?.[0] ?? '';
    const isCommon = existing.length > digits.length;
    const part = (isCommon ? existing : digits) || text.charAt(at);
    if (!seen.has(part)) strength += isCommon ? COMMON_STRENGTH : Math.ceil(digits.length / 2) || 1;
    seen.add(part);
    at += part.length;
  }
  return strength;
}

/** The longest common password that begins there; empty if none does. */
function commonPasswordAt(text: string, at: number, { passwords, longest }: Common): string {
  for (let length = Math.min(longest, text.length - at); length >= SHORTEST_COMMON; length--) {
    const part = text.slice(at, at + length);
    if (passwords.has(part)) return part;
  }
  return '';
}

/** Replaces a removed personal word, so that the characters around it do not form a new word. */
const GAP = '\n';

function withoutPersonal(text: string, personal: readonly string[]): string {
  return personal.reduce((rest, word) => rest.replaceAll(word, GAP), text);
}

/** Name, address without its top-level domain, brand, and their parts, longest first. */
function personalWords({ email, name, brand }: Existing): string[] {
  const texts = [email, email.replace(/\.[^.]*$/, ''), name, brand].map(plain);
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u), text.replaceAll(' ', '')]);
  return words.filter(({ length }) => length >= SHORTEST_PERSONAL).sort((a, b) => b.length - a.length);
}

/** In lower case and without accents, like the lists. */
function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

const LEET: Readonly<Record<string, string>> = {
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

/** Replaces signs by the letters they resemble. */
function unleet(text: string): string {
  return text.replaceAll(/[@431!05$7]/g, (sign) => LEET[sign] ?? sign);
}
