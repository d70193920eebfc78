import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { withoutComment } from './time-and-ids.ts';

const SERVER = 'apps/server/src/';
const PARSER = `${SERVER}platform/sent-json.ts`;
const WEB = 'apps/web/src/';
const READER = `${WEB}shared/json.ts`;
const PARSES = /\bJSON\.parse\s*\(|\.json\(\s*\)/;
const CAST = /\b(parseJson|readJson)\(.*\) as (?!const\b)/;

/** Files that parse only what Keepsake itself has written, with what that is. */
const OWN: Readonly<Record<string, string>> = {
  'modules/account/external-provider/ended-sessions.ts': 'notifications of our nodes',
  'modules/account/embedded-provider/signing-keys.ts': 'secrets of the installation',
  'modules/exchange/event-delivery/callbacks/encode-xml.ts': 'outgoing events',
  'modules/exchange/event-delivery/callbacks/keys.ts': 'keys in the database, encrypted',
  'modules/shop/demo-shop/demo-projects.ts': 'a value that was just written',
  'modules/shop/demo-shop/index.ts': 'outgoing events, to the demo shop itself',
  'modules/shop/demo-shop/place-demo-order.ts': 'a value that was just written',
  'modules/creations/gallery/gallery-file.ts': 'the demo’s file',
  'modules/exchange/merchandise/merchandise-file.ts': 'the demo’s file',
  'modules/exchange/event-delivery/jobs.ts': 'outgoing events',
  'platform/database/embedded/programs.ts': 'a list that comes with the database’s programs',
  'platform/images/decoder-reply.ts': 'replies of our decoder',
  'platform/images/decoder/serve-requests.ts': 'requests to our decoder',
  'platform/mail.ts': 'queued mails, encrypted',
  'platform/objects/epochs.ts': 'the epoch in the store',
  'platform/paging.ts': 'cursors, whose signature has been checked',
  'platform/recovery/journal-begin.ts': 'the journal',
  'platform/recovery/journal.ts': 'the journal, encrypted',
  'platform/texts.ts': 'the texts that Keepsake comes with',
};

/**
 * Lists places on the server that parse JSON themselves: what somebody else wrote goes through `parseSentJson`, which refuses
 * names that reach a prototype and numbers that nothing can hold. Entries of `OWN` that parse nothing are listed, too. In the
 * browser everything goes through `shared/json.ts`, and its type is not claimed but checked.
 */
export function checkSentJson(sources: Sources, own: Readonly<Record<string, string>> = OWN): string[] {
  const parsing = listParsing(sources, SERVER, PARSER);
  const existing = new Set(parsing.map(({ file }) => file.slice(SERVER.length)));
  return [
    ...parsing
      .filter(({ file }) => !Object.hasOwn(own, file.slice(SERVER.length)))
      .map(
        ({ file, line }) =>
          `${file}:${line}: JSON that somebody else wrote is parsed by parseSentJson or readSentJson`,
      ),
    ...Object.keys(own)
      .filter((file) => !existing.has(file))
      .map((file) => `scripts/conventions/sent-json.ts: ${file} parses no JSON any more`),
    ...listParsing(sources, WEB, READER).map(
      ({ file, line }) => `${file}:${line}: in the browser JSON is read by shared/json.ts, and then checked`,
    ),
    ...[...sources].flatMap(([file, text]) => listCasts(file, text)),
  ];
}

/** Lines that parse JSON, of the files of a folder except the one that all others use. */
function listParsing(sources: Sources, folder: string, reader: string) {
  return [...sources]
    .filter(([file]) => file.startsWith(folder) && file !== reader && !isTest(file))
    .flatMap(([file, text]) =>
      text
        .split('\n')
        .flatMap((line, index) => (PARSES.test(withoutComment(line)) ? [{ file, line: index + 1 }] : [])),
    );
}

/** Values in the browser that were never checked, though their type says more than `unknown`. */
function listCasts(file: string, text: string): string[] {
  if (!file.startsWith(WEB) || isTest(file)) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      CAST.test(withoutComment(line))
        ? [`${file}:${index + 1}: what JSON contains is checked, not claimed`]
        : [],
    );
}
