import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { withoutComment } from './time-and-ids.ts';

const SERVER = 'apps/server/src/';
const HELPER = `${SERVER}platform/recently.ts`;

/** Comparisons that let a time of the past through for as long as a clock was ahead. */
const COMPARES = [/'(?:\w+\.)?(\w+_at)', '>=?'/g, /\b(\w+_at) >=? ?(?:\$\{|now\()/g];

/** Times that lie ahead by their nature. */
const AHEAD_BY_NATURE = /^(\w+_)?(expires|ends|due|next|run|erase)_at$/;

/** Other comparisons, with the reason why they need not count like that. */
const EXEMPT: Readonly<Record<string, string>> = {
  'modules/library/retention/store.ts registered_at': 'moves an account of the demo back',
  'modules/account/security/activity/event-store.ts happened_at': 'a list, which shows too much at most',
  'modules/account/account-changes/email-change-store.ts confirmed_at':
    'after another change of the same account',
  'modules/account/external-provider/ended-sessions.ts ended_at':
    'after a token was issued: a session that ended stays ended',
  'modules/account/accounts/store.ts password_changed_at': 'after a sign-in: its session stays ended',
  'modules/account/security/second-factor-store.ts added_at':
    'after an address was changed: what is removed too much is safe',
  'modules/account/newsletter/recover-newsletter.ts confirmed_at': 'after an opt-out in the journal',
  'modules/creations/projects/present-projects.ts deleted_at': 'a list, which shows too much at most',
  'modules/exchange/event-delivery/store.ts created_at': 'since a moment that the customer names',
  'modules/library/exports/store.ts updated_at': 'a list, which shows too much at most',
  'modules/library/photos/jobs.ts created_at': 'itself looks for times that are ahead',
  'modules/orders/invoices/recover-invoices.ts begun_at':
    'after the moment to which the database was restored',
  'modules/orders/orders/read-orders.ts created_at': 'a list, which shows too much at most',
  'modules/orders/reorders/store.ts received_at': 'a list, which shows too much at most',
  'modules/orders/reorders/store.ts void_at': 'a list, which shows too much at most',
  'platform/jobs/heartbeat.ts beat_at': 'beats that are ahead are repaired at every start',
  'platform/jobs/repair-schedules.ts beat_at': 'itself looks for times that are ahead',
  'platform/recovery/sent-mails.ts noted_at':
    'by the clock of the database; after a restore, one mail too few is better than one twice',
  'platform/recovery/sent-mails.ts withheld_at': 'the same',
};

/**
 * Lists places on the server where a time of the past is compared with a moment before now: what counts 'in the last hours' counts by
 * `platform/recently.ts`, or it counts for days after a clock was ahead. Entries of `EXEMPT` that compare nothing are listed, too.
 */
export function checkRecentTimes(
  sources: Sources,
  exempt: Readonly<Record<string, string>> = EXEMPT,
): string[] {
  const found = [...sources]
    .filter(([file]) => file.startsWith(SERVER) && file !== HELPER && !isTest(file))
    .flatMap(([file, text]) =>
      text.split('\n').flatMap((line, index) =>
        columnsIn(withoutComment(line)).map((column) => ({
          place: `${file.slice(SERVER.length)} ${column}`,
          file,
          line: index + 1,
        })),
      ),
    );
  const existing = new Set(found.map(({ place }) => place));
  return [
    ...found
      .filter(({ place }) => !Object.hasOwn(exempt, place))
      .map(
        ({ file, line }) =>
          `${file}:${line}: what happened recently is counted by wasRecent of platform/recently.ts`,
      ),
    ...Object.keys(exempt)
      .filter((place) => !existing.has(place))
      .map((place) => `scripts/conventions/recent-times.ts: ${place} is compared no more`),
  ];
}

const columnsIn = (line: string): string[] =>
  COMPARES.flatMap((pattern) => [...line.matchAll(pattern)].map(([, column = '']) => column)).filter(
    (column) => !AHEAD_BY_NATURE.test(column),
  );
