import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';

const SERVER = 'apps/server/src/';
/** What leaves the house: mails, calls to other systems, connections, and the numbers of invoices. */
const OUTWARD =
  /\bfetch\(|\bpostWebhook\(|\bcreateTransport\b|\bnumberInvoice\(|^(?:import|\} from) (?!type)[^;\n]*'(?:node:https?|node:tls|undici)'/m;
/** The platform's own ways to database, store and identity provider, which are no messages to anybody. */
const INWARD = /^platform\/(database|objects|tokens|http)\//;
const STATED = /\bwaitsForReconcile: /g;
const TASK = /\bname: ([\w.]+|'[^']+'),\s*waitsForReconcile: (true|false)\b/g;

/** Tasks beside something that leaves the house which run in restore mode all the same, with the reason why nothing leaves twice. */
const HARMLESS: Readonly<Record<string, string>> = {
  'modules/account/business/check-vat-ids.ts CHECK_ONE': 'asks a register, which keeps nothing',
  'modules/account/business/check-vat-ids.ts CHECK': 'asks a register, which keeps nothing',
  'modules/orders/invoices/forget-issued.ts FORGET': 'only deletes',
  'modules/orders/invoices/issue/jobs.ts CHECK_INVOICES': 'only adds jobs',
  'modules/orders/invoices/issue/jobs.ts FIND_GAPS': 'only reads and logs',
  'modules/exchange/event-delivery/jobs.ts CHECK': 'only adds jobs',
};

/**
 * Lists tasks that would run in restore mode although something leaves the house from their module, unless `HARMLESS` says why
 * nothing leaves twice (ADR 81). Entries of `HARMLESS` without such a task are listed, too.
 */
export function checkOutward(
  sources: Sources,
  harmless: Readonly<Record<string, string>> = HARMLESS,
): string[] {
  const files = [...sources].filter(([file]) => file.startsWith(SERVER) && !isTest(file));
  const outward = new Set(files.flatMap(([file, text]) => (leaves(file, text) ? [unitOf(file)] : [])));
  const running = files.flatMap(([file, text]) =>
    outward.has(unitOf(file))
      ? [...text.matchAll(TASK)].flatMap(([, name, waits]) =>
          waits === 'false' ? [`${file.slice(SERVER.length)} ${name}`] : [],
        )
      : [],
  );
  return [
    ...files.filter(([, text]) => !saysPlainly(text)).map(([file]) => `${file}: ${SAY_PLAINLY}`),
    ...running.filter((task) => !(task in harmless)).map((task) => `${SERVER}${task}: ${MUST_WAIT}`),
    ...Object.keys(harmless)
      .filter((task) => !running.includes(task))
      .map((task) => `scripts/conventions/outward.ts: ${task} is no such task any more`),
  ];
}

const MUST_WAIT =
  'something leaves the house here, so it waitsForReconcile, or HARMLESS says why nothing leaves twice';
const SAY_PLAINLY = 'a task says waitsForReconcile as true or false, next to its name';

const leaves = (file: string, text: string) => !INWARD.test(file.slice(SERVER.length)) && OUTWARD.test(text);

/** The module of a file, whose files work together; in the platform each file stands for itself. */
const unitOf = (file: string) => /^apps\/server\/src\/modules\/[^/]+\/[^/]+\//.exec(file)?.[0] ?? file;

/** The type's own declaration and what reads it are no tasks. */
const saysPlainly = (text: string) => {
  const stated =
    [...text.matchAll(STATED)].length - [...text.matchAll(/\bwaitsForReconcile: boolean;/g)].length;
  return stated === [...text.matchAll(TASK)].length;
};
