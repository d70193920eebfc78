import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';

const SERVER = 'apps/server/src/';
const PERIODIC = /\btask: \w+, at: '/;
const LOOP = /\bfor (await )?\(const [^;\n]*? of /g;

/** Loops of periodic jobs in which one item may stop the others, with the reason why none does. */
const HARMLESS: Readonly<Record<string, string>> = {
  'modules/account/deletion/erasure/jobs.ts': 'the areas of one customer, who waits for all',
  'modules/account/my-data/jobs.ts': 'the files of one archive, which is whole or fails',
  'modules/orders/invoices/forget-issued.ts': 'statements about all rows of a channel',
  'modules/orders/invoices/issue/jobs.ts': 'only adds jobs',
  'modules/creations/projects/end-projects.ts': 'the projects of one customer, whose erasure waits for all',
  'modules/library/photos/describe-photos.ts': 'each photo is caught by describeOne',
  'modules/library/reconcile/jobs.ts': 'steps of one recovery, which ends only when all are done',
  'modules/library/storage-audit/scrub.ts': 'each photo is caught by scrubPhoto',
  'platform/forget-expired.ts': 'each table is caught by failureOf',
  'modules/library/uploads/jobs.ts': 'each upload is caught by purgeUpload',
  'platform/objects/purge-objects.ts':
    'the folders of one customer; and rows of objects that are gone, by keys of our own',
};

/**
 * Lists loops with `await` in files of periodic jobs: one item that always fails would stop those behind it for ever, so batches go
 * through `actOnEach`. Entries of `HARMLESS` without such a loop are listed, too.
 */
export function checkBatches(
  sources: Sources,
  harmless: Readonly<Record<string, string>> = HARMLESS,
): string[] {
  const files = [...sources].filter(
    ([file, text]) => file.startsWith(SERVER) && !isTest(file) && PERIODIC.test(text),
  );
  const looping = files
    .filter(([, text]) => hasAwaitingLoop(text))
    .map(([file]) => file.slice(SERVER.length));
  return [
    ...looping
      .filter((file) => !(file in harmless))
      .map((file) => `${SERVER}${file}: a periodic job acts on the items of a batch by actOnEach`),
    ...Object.keys(harmless)
      .filter((file) => !looping.includes(file))
      .map((file) => `scripts/conventions/batches.ts: ${file} has no such loop any more`),
  ];
}

function hasAwaitingLoop(text: string): boolean {
  return [...text.matchAll(LOOP)].some(({ 1: isAwaiting, index, 0: head }) => {
    if (isAwaiting) return true;
    const body = text.slice(endOfParentheses(text, index + head.indexOf('(')));
    return /\bawait\b/.test(body.trimStart().startsWith('{') ? blockOf(body) : (body.split(';', 1)[0] ?? ''));
  });
}

function endOfParentheses(text: string, begin: number): number {
  return begin + blockOf(text.slice(begin), '(', ')').length;
}

/** The text up to the bracket that closes the first one. */
function blockOf(text: string, open = '{', close = '}'): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return text.slice(0, at + 1);
  }
  return text;
}
