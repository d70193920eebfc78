import { LOCALES } from '@keepsake/contracts/frame/configuration';
import type { Sources } from './imports.ts';

/** Shorter ones are names of things and of buttons, which mean several things. */
const WORDS = 4;
const FILE =
  /^apps\/(?:web\/locales|server\/src\/modules\/(\w[\w-]*\/[\w-]+)\/texts)\/([a-z]{2}-[A-Z]{2})\.json$/;
const PLURAL = /[_.](?:zero|one|two|few|many|other)$/;

/** Texts of one side that another key has, too, by their key. */
const EQUAL: Readonly<Record<string, string>> = {
  'web business.page.fault.email': 'the code composes the key from the field',
  'web newsletter.state.pending': 'the code composes the key from the state',
  'web settings.details.fault.phoneNumber': 'the code composes the key from the field',
  'web orders.reorder.obstacle.account-blocked': 'the code composes the key from the obstacle',
  'account/business blocked.button': 'the code composes the key from the mail',
  'account/business validated.button': 'a mail says it as the page of another module does',
  'account/pages badInvitation.title': 'the code composes the key from the page',
  'account/pages closed.title': 'a page is headed as the mail of another module is',
  'creations/gallery gallery.page': 'a list has pages as a document of another module has',
  'account/pages event.password-changed.subject': 'the code composes the key from the event',
};

/**
 * Lists sentences that the web app, or the server, has under two keys in every language. One meaning has one key, so that nobody
 * words it in two ways; equal texts that mean different things differ in some language, sooner or later.
 */
export function checkEqualTexts(files: Sources, equal: Readonly<Record<string, string>> = EQUAL): string[] {
  const tables = LOCALES.map((locale) => readTable(files, locale));
  const wordings = Map.groupBy(tables[0]?.keys() ?? [], (key) =>
    JSON.stringify([sideOf(key), ...tables.map((table) => table.get(key))]),
  );
  const found = [...wordings.values()].filter((keys) => new Set(keys.map(withoutPlural)).size > 1);
  const excused = new Set(Object.keys(equal));
  return [
    ...found.flatMap((keys) => {
      const [first, ...others] = keys.filter((key) => !excused.has(key));
      return others.map((key) => `the text '${key}' is '${first}': use one key`);
    }),
    ...[...excused]
      .filter((key) => !found.some((keys) => keys.includes(key)))
      .map((key) => `scripts/conventions/equal-texts.ts: no other key has the text of '${key}'`),
  ];
}

/** The sentences of a language by area and key. */
function readTable(files: Sources, locale: string): Map<string, string> {
  const texts = [...files].flatMap(([file, json]) => {
    const [, module = 'web', language] = FILE.exec(file) ?? [];
    if (language !== locale) return [];
    return listTexts(JSON.parse(json), `${module} `).filter(
      ([, text]) => text.trim().split(/\s+/).length >= WORDS,
    );
  });
  return new Map(texts);
}

/** Each text with its key: parts of nested ones are separated by dots. */
function listTexts(value: unknown, key: string): [key: string, text: string][] {
  if (typeof value === 'string') return [[key.replace(/\.$/, ''), value]];
  return Object.entries(value ?? {}).flatMap(([part, inner]) => listTexts(inner, `${key}${part}.`));
}

const sideOf = (key: string) => key.startsWith('web ');
const withoutPlural = (key: string) => key.replace(PLURAL, '');
