import { addDays } from '@keepsake/contracts/library/retention';
import type { App } from '../app.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';

type Load = { app: Pick<App, 'connection' | 'setNeededDate'>; now: Date };

const [{ id: customerId }] = DEMO_CUSTOMERS;

/** Days from now that leave time to order anything. */
const EASY_DAYS = 30;
/** Working days in which prints are made and delivered, too soon for a photo book: see `merchandise.json`. */
const NEAR_WORKING_DAYS = 3;
/** From this hour on, in UTC, an order starts on the next day. */
const LAST_HOUR = 11;

/** The dates by which the consumer needs orders and projects: of each kind one is in time and one too late. */
export async function loadNeededDates({ app, now }: Load): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const [late, inTime] = await listAwaited(app);
  const order = (reference: string) => ({ customerId, kind: 'order' as const, reference });
  if (late && late.from > today) {
    const needed = { date: addDays(late.from, -1), occasion: "Ben and Lou's housewarming" };
    await app.setNeededDate(order(late.code), needed);
  }
  if (inTime) {
    const [expected = today] = [today, inTime.to].toSorted().slice(-1);
    const date = addDays(expected, 4);
    await app.setNeededDate(order(inTime.code), { date, occasion: "Grandma's birthday" });
  }
  for (const { id, articleType } of await listStarted(app)) {
    const isBook = articleType === 'PhotoBook';
    await app.setNeededDate(
      { customerId, kind: 'project', reference: id },
      isBook
        ? { date: nearDay(now), occasion: "Our coach's farewell" }
        : { date: addDays(today, EASY_DAYS), occasion: "Mia and Tom's wedding" },
    );
  }
}

/** Orders in progress, those expected last first. */
async function listAwaited({ connection }: Load['app']) {
  const rows = await connection.db
    .selectFrom('orders')
    .select(['code', 'expected_from as from', 'expected_to as to'])
    .where('user_id', '=', customerId)
    .where('delivered_at', 'is', null)
    .where('awaits_payment', '=', false)
    .where('current_status', 'not in', ['Cancelled', 'cancelled', 'rejected'])
    .where('expected_from', 'is not', null)
    .orderBy('expected_from', 'desc')
    .orderBy('code')
    .limit(2)
    .execute();
  return rows.flatMap(({ code, from, to }) => (from && to ? [{ code, from, to }] : []));
}

/** One photo book and one set of prints that were first. */
async function listStarted({ connection }: Load['app']) {
  const rows = await connection.db
    .selectFrom('projects')
    .select(['id', 'article_type as articleType'])
    .where('user_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const isBook = ({ articleType }: (typeof rows)[number]) => articleType === 'PhotoBook';
  return [rows.find(isBook), rows.find((row) => !isBook(row))].flatMap((row) => row ?? []);
}

/** The day by which prints ordered now have arrived and a photo book has not. */
function nearDay(now: Date): string {
  let day = now.toISOString().slice(0, 10);
  let left = NEAR_WORKING_DAYS + (now.getUTCHours() < LAST_HOUR ? 0 : 1);
  while (left > 0) {
    day = addDays(day, 1);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return day;
}
