import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

type Rule = { pattern: RegExp; reason: string; allowedIn: RegExp };

const SERVER = 'apps/server/src/';
const WEB = 'apps/web/src/';
const OURS = /^(apps|packages)\/[\w-]+\/src\//;

/** What the server must be given instead of naming it, and the files exempt because they supply it. */
const RULES: Rule[] = [
  {
    pattern: /\bsystemClock\b/,
    reason: "the machine's clock is taken where a program begins, and passed in",
    allowedIn: /\/platform\/clock\.ts$|\/src\/(app|main)\.ts$|\/src\/cli\//,
  },
  {
    pattern: /\brandomUUID(v7)?\b|\bgen_random_uuid\b|\buuidv[47]\(/,
    reason: 'ids are made by newId of platform/ids.ts',
    allowedIn: /\/platform\/ids\.ts$/,
  },
];

/** Where the device's own clock counts, outside what every page has: what is measured, or remembered on the device. */
const BY_DEVICE: Readonly<Record<string, string>> = {
  'frame/cookies/consent.ts': 'what a visitor chose ends on the device that stores it',
  'library/upload-queue/resume-memory.ts': 'unfinished files are remembered on the device',
  'library/uploads/unfinished-uploads.ts': 'the same',
  'library/phone-transfers/watch-page.ts': 'measures how long a page slept',
};

/**
 * Where a statement goes by the database's clock, which all nodes share: what it stamps is compared with that clock alone. A name
 * that ends in a slash stands for a folder.
 */
const BY_DATABASE: Readonly<Record<string, string>> = {
  'platform/jobs/': 'the queue and the heartbeats of the nodes that share it',
  'platform/database/backfills.ts': 'when whichever node filled in the last rows',
  'platform/database/database.ts': 'reads that clock, for those who compare it with their own',
  'platform/objects/pending-objects.ts': 'files that several nodes may remove',
  'platform/objects/purge-objects.ts': 'the same',
  'platform/objects/epochs.ts': 'when a database was restored, as the database has it',
  'platform/objects/takeovers.ts': 'whether a server ran before another was gone, as they have it themselves',
  'platform/recovery/sent-mails.ts': 'the same mail, withheld by whichever node sends it',
  'modules/library/uploads/store.ts': 'leases that nodes take from each other',
  'modules/library/uploads/jobs.ts': 'the same',
  'modules/library/uploads/personal-data.ts': 'the same',
  'modules/library/photos/purge-photos.ts': 'claims that nodes take from each other',
  'modules/library/photos/jobs.ts': 'claims that nobody took',
  'modules/library/storage-audit/check-rows.ts': 'whole days, in queries that an operator runs by any client',
  'modules/library/storage-audit/work-checks.ts': 'the same',
  'modules/orders/invoices/recover-invoices.ts':
    'whether it was after the restore, which the database has noted',
};

/** Chance that only spreads retries. */
const SPREADS = [`${WEB}shared/api/retry.ts`, `${SERVER}platform/objects/put-to-s3.ts`];

/** Lists places in production code that read the time, take chance or create an id themselves, or take what does so as a value. */
export function checkTimeAndIds(
  sources: Sources,
  byDevice: Readonly<Record<string, string>> = BY_DEVICE,
  byDatabase: Readonly<Record<string, string>> = BY_DATABASE,
): string[] {
  const found = [...sources]
    .filter(([file]) => OURS.test(file) && !isTest(file))
    .flatMap(([file, text]) => listReadings(file, text).map((each) => ({ ...each, file })));
  const used = new Set(found.map(({ file }) => file));
  return [
    ...found
      .filter(({ file, isChance }) => (isChance ? !SPREADS.includes(file) : !mayReadTime(file, byDevice)))
      .map(({ file, line, isChance }) => `${file}:${line}: ${isChance ? CHANCE : timeFor(file)}`),
    ...[...sources].flatMap(([file, text]) => listNamed(file, text)),
    ...judgeStatements(sources, Object.keys(byDatabase)),
    ...Object.keys(byDevice)
      .filter((name) => !used.has(`${WEB}features/${name}`))
      .map((name) => `scripts/conventions/time-and-ids.ts: ${name} reads no clock any more`),
  ];
}

const MENTIONS_SQL = /\bnow\b|_timestamp\b|\bcurrent_|\blocaltime|\btimeofday|'(today|tomorrow|yesterday)'/i;
const SQL_CLOCK =
  /\b(?:now|timeofday|(?:transaction|statement|clock)_timestamp)\s*\(|\b(?:current_(?:date|time|timestamp)|localtime(?:stamp)?)\b|'(?:now|today|tomorrow|yesterday)'/i;

/** Statements that read the database's clock, in files not listed, and what is listed without any. */
function judgeStatements(sources: Sources, listed: readonly string[]): string[] {
  const used = new Set<string>();
  const found = [...sources].flatMap(([file, text]) => {
    if (!file.startsWith(SERVER) || isTest(file) || !MENTIONS_SQL.test(text)) return [];
    const lines = listStatementClocks(file, text);
    const reason = listed.find((name) => isNamed(name, file.slice(SERVER.length)));
    if (reason && lines.length > 0) used.add(reason);
    return reason ? [] : lines.map((line) => `${file}:${line}: a statement is given the time of the Clock`);
  });
  const stale = listed.filter((name) => !used.has(name));
  return [
    ...found,
    ...stale.map(
      (name) => `scripts/conventions/time-and-ids.ts: no statement of ${name} reads a clock any more`,
    ),
  ];
}

const isNamed = (name: string, file: string) => (name.endsWith('/') ? file.startsWith(name) : file === name);

/** Lines with a literal or a template that reads the clock, or a call of such a function by its name. */
function listStatementClocks(file: string, text: string): number[] {
  const starts: number[] = [];
  walkTree(parseSync(file, text).program, ({ type, start, value, callee, arguments: given }) => {
    const statement =
      type === 'TemplateElement' ? (value as { raw: string }).raw : type === 'Literal' ? String(value) : '';
    const at = SQL_CLOCK.exec(statement)?.index;
    if (at !== undefined) starts.push(start + at);
    const [name] = type === 'CallExpression' && /\bfn$/.test(nameOf(callee)) ? (given as Tree[]) : [];
    if (name && SQL_CLOCK.test(`${name.value}()`)) starts.push(start);
  });
  return starts.map((at) => text.slice(0, at).split('\n').length);
}

/** A name, or the last one of a chain. */
const nameOf = (node: unknown): string =>
  isTree(node) ? String(node.name ?? (isTree(node.property) ? node.property.name : '')) : '';

const CHANCE = 'chance is passed in, or is that of retryDelay';
const timeFor = (file: string) =>
  file.startsWith(WEB)
    ? 'what is over or still possible is decided by serverNow of shared/server-time.ts'
    : 'the time is passed in as a Clock';

const mayReadTime = (file: string, byDevice: Readonly<Record<string, string>>): boolean =>
  file === `${SERVER}platform/clock.ts` ||
  file.startsWith(`${WEB}shared/`) ||
  file.startsWith(`${WEB}app/`) ||
  Object.hasOwn(byDevice, file.slice(`${WEB}features/`.length));

function listNamed(file: string, text: string): string[] {
  if (!file.startsWith(SERVER) || isTest(file)) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      RULES.filter(
        ({ pattern, allowedIn }) => pattern.test(withoutComment(line)) && !allowedIn.test(file),
      ).map(({ reason }) => `${file}:${index + 1}: ${reason}`),
    );
}

const MENTIONS = /\bDate\b|\bMath\b|\bTemporal\b|\btimeOrigin\b/;

/** Places where a file reads a clock or chance, or takes the object that does as a value, which any name could then stand for. */
export function listReadings(file: string, text: string): { line: number; isChance: boolean }[] {
  if (!MENTIONS.test(text)) return [];
  const harmless = new Set<unknown>();
  const places: { node: Tree; isChance: boolean }[] = [];
  walkTree(parseSync(file, text).program, (node) => {
    for (const each of harmlessIn(node)) harmless.add(each);
    if (harmless.has(node)) return;
    const { type, name } = node;
    if (type === 'Identifier' && (name === 'Date' || name === 'Math'))
      places.push({ node, isChance: name === 'Math' });
    if (type === 'MemberExpression' && isReading(node)) places.push({ node, isChance: false });
  });
  // A shorthand's key and value are one place.
  return [...Map.groupBy(places, ({ node }) => node.start).values()].flatMap(([first]) =>
    first ? [{ line: text.slice(0, first.node.start).split('\n').length, isChance: first.isChance }] : [],
  );
}

/** `Temporal.Now`, and the moment at which a page began. */
const isReading = ({ object, property }: Tree): boolean =>
  isTree(property) &&
  ((property.name === 'Now' && isTree(object) && object.name === 'Temporal') ||
    property.name === 'timeOrigin');

/** The names in a node that read nothing: types, dates of given values, and what only computes. */
function harmlessIn(node: Tree): unknown[] {
  const { type, typeName, callee, right, operator } = node;
  if (type === 'TSTypeReference') return [typeName];
  if (type === 'NewExpression') return isOfValue(node.arguments) ? [callee] : [];
  if (type === 'BinaryExpression') return operator === 'instanceof' ? [right] : [];
  return type === 'MemberExpression' && !node.computed ? harmlessInMember(node) : [];
}

/** `Date.parse` computes, `Date.now` and `Math.random` read; `window.Date` is another name of the object. */
function harmlessInMember({ object, property }: Tree): unknown[] {
  const [on, name] = [object, property].map((node) => (isTree(node) ? String(node.name) : ''));
  const isGlobal = /^(globalThis|window|self)$/.test(on ?? '');
  if (isGlobal) return [];
  return /^(Date|Math)$/.test(on ?? '') && name !== 'now' && name !== 'random'
    ? [object, property]
    : [property];
}

const isOfValue = (given: unknown): boolean =>
  Array.isArray(given) && given.some((one) => isTree(one) && one.type !== 'SpreadElement');

/** A line of code without what only people read. */
export const withoutComment = (line: string) =>
  line.replace(/^\s*(\*|\/\*|\/\/).*$/, '').replace(/\s\/\/.*$/, '');
