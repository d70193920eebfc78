import type { NeededBy } from '@keepsake/contracts/orders/needed-by';
import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { dayIn } from '../../../platform/wall-time.ts';
import { type Article, inLanguage } from '../../exchange/merchandise/index.ts';
import { channelOrDefault } from '../../frame/channels/index.ts';
import { type DatedOrder, readParcels } from '../../orders/orders/index.ts';
import type { DatedProject } from '../projects/index.ts';
import type { Deps } from './deps.ts';
import { verdictOfOrder, verdictOfProject } from './rules.ts';
import { type NeededRow, readDates } from './store.ts';

/** The fields of a date that a verdict contains. */
export type StoredDate = Pick<NeededRow, 'date' | 'occasion' | 'changedAt'>;

/** What a verdict takes; within a transaction that is its database. */
export type JudgeDeps = Pick<Deps, 'clock' | 'articlesOf' | 'timingOf'> & { db: Queryable };

/** The verdicts on the dates of these orders, by code; none for cancelled ones. */
export async function judgeOrders(
  { db, clock }: Pick<JudgeDeps, 'db' | 'clock'>,
  customerId: CustomerId,
  orders: readonly DatedOrder[],
): Promise<Map<string, NeededBy>> {
  const going = orders.filter(({ status }) => displayStatusOf(status) !== 'Cancelled');
  const dates = await findDates(db, {
    customerId,
    kind: 'order',
    references: going.map((each) => each.orderCode),
  });
  if (dates.size === 0) return new Map();
  const open = going.filter(({ orderCode, deliveredAt }) => dates.has(orderCode) && deliveredAt === null);
  const parcels = await readParcels(
    db,
    customerId,
    open.map(({ orderCode }) => orderCode),
  );
  const now = clock();
  return new Map(
    going.flatMap((order) => {
      const row = dates.get(order.orderCode);
      return row ? [[order.orderCode, viewOrder(row, { order, now, parcels })] as const] : [];
    }),
  );
}

type Seen = { order: DatedOrder; now: Date; parcels: Awaited<ReturnType<typeof readParcels>> };

function viewOrder(row: NeededRow, { order, now, parcels }: Seen): NeededBy {
  const { timeZone } = channelOrDefault(order.channel);
  const judged = verdictOfOrder({
    date: row.date,
    today: dayIn(timeZone, now),
    arrival: order.expected,
    deliveredOn: order.deliveredAt && dayIn(timeZone, order.deliveredAt),
    isSent: displayStatusOf(order.status) === 'Sent',
    parcels: (parcels.get(order.orderCode) ?? []).map(({ state }) => state),
  });
  return { ...fieldsOf(row), timeZone, orderBy: null, alternatives: [], ...judged };
}

const fieldsOf = ({ date, occasion, changedAt }: StoredDate) => ({
  date,
  occasion,
  changedAt: changedAt.toISOString(),
});

/** The verdicts on the dates of these projects if ordered now, by id. */
export async function judgeProjects(
  deps: JudgeDeps,
  customerId: CustomerId,
  projects: readonly (DatedProject & { id: string })[],
): Promise<Map<string, NeededBy>> {
  const dates = await findDates(deps.db, {
    customerId,
    kind: 'project',
    references: projects.map(({ id }) => id),
  });
  return new Map(
    projects.flatMap((project) => {
      const row = dates.get(project.id);
      return row ? [[project.id, judgeProject(deps, project, row)] as const] : [];
    }),
  );
}

/** The verdict on the date of a project if ordered now. */
export function judgeProject(
  deps: Omit<JudgeDeps, 'db'>,
  { channel, article }: DatedProject,
  row: StoredDate,
): NeededBy {
  const now = deps.clock();
  const { timeZone } = channelOrDefault(channel);
  const requested = { channelId: channel, neededOn: row.date, now };
  const timing = article === null ? null : deps.timingOf({ ...requested, article });
  const verdict = verdictOfProject({ date: row.date, today: dayIn(timeZone, now), now, timing });
  const isOpen = verdict === 'tight' || verdict === 'late';
  return {
    ...fieldsOf(row),
    timeZone,
    verdict,
    arrival: timing?.arrival ?? null,
    orderBy: timing?.orderBy?.toISOString() ?? null,
    alternatives: isOpen ? alternativesTo(deps, { ...requested, article }) : [],
  };
}

/** Alternatives named for an article that would come too late. */
const MAX_ALTERNATIVES = 3;

type Requested = { channelId: string; neededOn: string; now: Date; article: string | null };

/** Other articles on sale that would still arrive in time, those of the same kind first. */
function alternativesTo(
  { articlesOf, timingOf }: Omit<JudgeDeps, 'db'>,
  { article, ...requested }: Requested,
): NeededBy['alternatives'] {
  const articles = articlesOf(requested.channelId);
  const type = articles.find(({ id }) => id === article)?.type;
  const locale = channelOrDefault(requested.channelId).locale;
  const isOther = ({ type: other }: Article) => Number(other !== type);
  return articles
    .filter(({ id, visible }) => visible && id !== article)
    .toSorted((a, b) => isOther(a) - isOther(b))
    .flatMap(({ id, title }) => {
      const orderBy = timingOf({ ...requested, article: id })?.orderBy;
      if (!orderBy || orderBy <= requested.now) return [];
      return [{ article: id, title: inLanguage(title, locale), orderBy: orderBy.toISOString() }];
    })
    .slice(0, MAX_ALTERNATIVES);
}

async function findDates(
  db: Queryable,
  requested: Parameters<typeof readDates>[1] & { references: readonly string[] },
): Promise<Map<string, NeededRow>> {
  if (requested.references.length === 0) return new Map();
  return new Map((await readDates(db, requested)).map((row) => [row.reference, row]));
}
