import type { NeededBy } from '@keepsake/contracts/orders/needed-by';
import { displayStatusOf } from '@keepsake/contracts/orders/order-status';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { lockOrder, pushOfOrders, readOrder } from '../../orders/orders/index.ts';
import { lockProject, pushProjects, readOpenProjects } from '../projects/index.ts';
import { type JudgeDeps, judgeOrders, judgeProjects } from './judge.ts';
import type { Kind, NeededRef } from './store.ts';

/** What a date is set for: something of the customer's that is still to come. */
export type Subject = {
  channel: string;
  /** The customer's own name for it. */
  title: string | null;
  neededBy: NeededBy | null;
  /** Whether it has been delivered or cancelled. */
  isOver: boolean;
};

/** Serialises changes and mails of a date with each other, and with the end of a project. */
export async function lockSubject(trx: Queryable, { customerId, kind, reference }: NeededRef): Promise<void> {
  if (kind === 'order') await lockOrder(trx, reference);
  else await lockProject(trx, { customerId, projectId: reference });
}

/** One of a customer's projects or orders; undefined if there is none, or it was deleted. */
export async function readSubject(
  deps: JudgeDeps,
  { customerId, kind, reference }: NeededRef,
): Promise<Subject | undefined> {
  return (await readSubjects(deps, { customerId, kind, references: [reference] })).get(reference);
}

type Requested = { customerId: CustomerId; kind: Kind; references: readonly string[] };

/** Those of a customer's projects or orders that exist, with the verdicts on their dates. */
export const readSubjects = (
  deps: JudgeDeps,
  { kind, ...requested }: Requested,
): Promise<Map<string, Subject>> =>
  kind === 'order' ? readOrders(deps, requested) : readProjects(deps, requested);

type Own = Omit<Requested, 'kind'>;

async function readOrders(
  deps: Pick<JudgeDeps, 'db' | 'clock'>,
  { customerId, references }: Own,
): Promise<Map<string, Subject>> {
  const rows = [];
  for (const orderCode of references) rows.push(await readOrder(deps.db, { customerId, orderCode }));
  const found = rows.flatMap((row) => row ?? []);
  const needed = await judgeOrders(
    deps,
    customerId,
    found.map((row) => ({
      orderCode: row.code,
      channel: row.channel,
      status: row.current_status ?? '',
      expected:
        row.expected_from && row.expected_to ? { from: row.expected_from, to: row.expected_to } : null,
      deliveredAt: row.delivered_at,
    })),
  );
  return new Map(
    found.map((row) => [
      row.code,
      {
        channel: row.channel,
        title: null,
        neededBy: needed.get(row.code) ?? null,
        isOver: row.delivered_at !== null || displayStatusOf(row.current_status ?? '') === 'Cancelled',
      },
    ]),
  );
}

async function readProjects(deps: JudgeDeps, { customerId, references }: Own): Promise<Map<string, Subject>> {
  const rows = await readOpenProjects(deps.db, { customerId, projectIds: references, now: deps.clock() });
  const needed = await judgeProjects(deps, customerId, rows);
  return new Map(
    rows.map(({ id, channel, title, product }) => [
      id,
      { channel, title: title ?? product, neededBy: needed.get(id) ?? null, isOver: false },
    ]),
  );
}

/** Makes the customer's screens reload it. */
export async function pushSubject(
  trx: Queryable,
  { customerId, kind, reference }: NeededRef,
  now: Date,
): Promise<void> {
  if (kind === 'project') await pushProjects(trx, customerId, now);
  else await sql`select ${pushOfOrders(customerId, [reference], now)}`.execute(trx);
}
