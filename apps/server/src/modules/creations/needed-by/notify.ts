import { addDays } from '@keepsake/contracts/library/retention';
import {
  type getNeededNews,
  NEEDED_NEWS,
  NEEDED_NEWS_DAYS,
  type NeededBy,
} from '@keepsake/contracts/orders/needed-by';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { actOnEach } from '../../../platform/each-item.ts';
import { BATCH, type Cron, type Task } from '../../../platform/jobs/jobs.ts';
import { queueBulkMails } from '../../../platform/mail.ts';
import { findRecipient } from '../../account/customers/index.ts';
import type { Deps } from './deps.ts';
import { composeNews } from './mails.ts';
import { newsOf, STAGES } from './rules.ts';
import { stageOfDate } from './set-date.ts';
import {
  type Kind,
  lockDate,
  type NeededRef,
  type NeededRow,
  type OpenCursor,
  readDates,
  readOpen,
  setNotified,
} from './store.ts';
import { lockSubject, pushSubject, readSubject, readSubjects, type Subject } from './subjects.ts';

const CHECK = 'check-needed-dates';
/** Customers learn of a delay within minutes. */
export const CHECK_CRON: Cron = { task: CHECK, at: '*/10 * * * *' };
const FAILED = 'dates by which something is needed could not be checked';
/** Checks all dates that have not passed and mails their customers what is new, each once. */
export function checkTask(deps: Deps): Task {
  return {
    name: CHECK,
    waitsForReconcile: false,
    async handle(_payload, { signal }) {
      // Somewhere it is still yesterday.
      const since = addDays(deps.clock().toISOString().slice(0, 10), -1);
      let after: OpenCursor | null = null;
      do {
        const rows: (NeededRow & NeededRef)[] = await readOpen(deps.db, { since, after, limit: BATCH });
        const ofCustomers = Map.groupBy(rows, ({ customerId, kind }) => `${customerId} ${kind}`).values();
        await actOnEach(ofCustomers, (own) => checkSome(deps, own), {
          log: deps.log,
          message: FAILED,
          context: ([first]) => ({ customerId: first?.customerId }),
          signal,
        });
        if (signal?.aborted) return;
        const last = rows.at(-1);
        after = last && rows.length === BATCH ? last : null;
      } while (after);
    },
  };
}

/**
 * Checks dates of one customer and kind. Most have no news, which is known without a lock.
 */
async function checkSome(deps: Deps, rows: readonly (NeededRow & NeededRef)[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { customerId, kind } = first;
  const references = rows.map(({ reference }) => reference);
  const subjects = await readSubjects(deps, { customerId, kind, references });
  const check = async (row: NeededRow & NeededRef) => {
    const subject = subjects.get(row.reference);
    if (subject && newsFor(deps, row, { kind, subject }) !== undefined)
      await notify(deps, { customerId, kind, reference: row.reference });
  };
  await actOnEach(rows, check, { log: deps.log, message: FAILED, context: () => ({ customerId }) });
}

type Judged = { kind: NeededRef['kind']; subject: Pick<Subject, 'neededBy'> };

/** The news of a date; null for a state that is recorded without a mail; undefined if nothing changed. */
function newsFor({ clock }: Pick<Deps, 'clock'>, row: NeededRow, { kind, subject: { neededBy } }: Judged) {
  if (!neededBy) return undefined;
  const now = clock();
  const stage = stageOfDate(neededBy, now);
  const notified = { stage: STAGES.find((stage) => stage === row.notified) ?? null, at: row.notifiedAt };
  const news = newsOf(kind, stage, { notified, now });
  return news ?? (notified.stage === null ? null : undefined);
}

/** Mails the news, once: it is recorded in the transaction that queues the mail. */
async function notify(deps: Deps, ref: NeededRef): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockSubject(trx, ref);
    const subject = await readSubject({ ...deps, db: trx }, ref);
    const row = await lockDate(trx, ref);
    if (!row || !subject?.neededBy) return;
    const news = newsFor(deps, row, { kind: ref.kind, subject });
    if (news === undefined) return;
    const now = deps.clock();
    const notified = news ?? stageOfDate(subject.neededBy, now);
    await setNotified(trx, ref, { notified, notifiedAt: news ? now : row.notifiedAt });
    if (!news) return;
    await mail(deps, trx, { ref, news, subject, neededBy: subject.neededBy });
    await pushSubject(trx, ref, now);
  });
}

type Notice = Omit<Parameters<typeof composeNews>[1], 'recipient'> & { ref: NeededRef; neededBy: NeededBy };

async function mail(
  deps: Pick<Deps, 'publicUrl'>,
  trx: Queryable,
  { ref, ...notice }: Notice,
): Promise<void> {
  const recipient = await findRecipient(trx, ref.customerId);
  if (recipient) await queueBulkMails(trx, [composeNews(deps, { ref, ...notice, recipient })]);
}

type News = ResponseOf<typeof getNeededNews>['items'];

/** What a customer was recently mailed and still holds. */
export async function readNews(deps: Deps, customerId: CustomerId): Promise<News> {
  const found = [
    ...(await newsOfKind(deps, customerId, 'order')),
    ...(await newsOfKind(deps, customerId, 'project')),
  ];
  return found.toSorted((a, b) => b.toldAt.localeCompare(a.toldAt));
}

async function newsOfKind(deps: Deps, customerId: CustomerId, kind: Kind): Promise<News> {
  const now = deps.clock();
  const since = new Date(now.getTime() - NEEDED_NEWS_DAYS * DAY_MS);
  const rows = (await readDates(deps.db, { customerId, kind })).filter(
    ({ notifiedAt }) => notifiedAt && notifiedAt > since,
  );
  if (rows.length === 0) return [];
  const references = rows.map(({ reference }) => reference);
  const subjects = await readSubjects(deps, { customerId, kind, references });
  return rows.flatMap(({ reference, notified, notifiedAt, date, occasion }) => {
    const subject = subjects.get(reference);
    const news = NEEDED_NEWS.find((each) => each === notified);
    if (!subject?.neededBy || !news || !notifiedAt || stageOfDate(subject.neededBy, now) !== news) return [];
    return [
      { kind, reference, title: subject.title, date, occasion, news, toldAt: notifiedAt.toISOString() },
    ];
  });
}
