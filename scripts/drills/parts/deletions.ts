import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { seedLibrary } from '../../../bench/harness/seed-library.ts';
import { type Customer, registerCustomer } from './customer.ts';
import type { Installation } from './installation.ts';
import { type Stage, within } from './stage.ts';

const LIBRARY = '/photo-management/photos';
/** So many that the upgrade comes in the middle of their deletion. */
const WAITING = 20_000;
const FEW = 3;
/** Within this time what was deleted before is gone. */
const GONE_MS = 120_000;
const SOON_MS = 10_000;
const UPGRADE = path.resolve(import.meta.dirname, '../../../docs/operations/upgrade.md');
const JSON_TYPE = { 'content-type': 'application/json' };

/** Customers call in turn at both nodes, so each of these asks whichever it meets. */
type Cast = { stage: Stage; installation: Installation };

/** A customer of the release before whose whole library is being deleted. */
export async function leaveDeletions({ stage, installation }: Cast): Promise<Customer> {
  const ben = await registerCustomer(installation.url);
  await seedLibrary(installation.database, { customerId: ben.customerId, photos: WAITING });
  const { ok } = await ben.call(`${LIBRARY}/all`, { method: 'DELETE' });
  stage.prove(ok, `${WAITING} photos are being deleted by the release before`);
  return ben;
}

/** What was deleted in the old way is gone, and so is what is deleted before nodes of 0.2.0 have been away for a while. */
export async function proveFinal(cast: Cast, ben: Customer): Promise<void> {
  const { stage, installation } = cast;
  const isNothingLeft = async ({ customerId }: Customer) => {
    const left = `select from photos where user_id = $1 union all select from recently_deleted_photos where user_id = $1
      union all select from deleted_batches where user_id = $1 union all select from deleted_photos where user_id = $1
      union all select from photo_deletions where user_id = $1 limit 1`;
    return (await installation.database.query(left, [customerId])).length === 0;
  };
  const isOldGone = await within(GONE_MS, () => isNothingLeft(ben));
  stage.prove(isOldGone, 'what waited in the old way is deleted for good');
  const tom = await deleteFew(cast);
  const isNewGone = await within(GONE_MS, () => isNothingLeft(tom));
  stage.prove(isNewGone, 'a deletion just after the upgrade is final, as it was before');
}

/** Once nodes of 0.2.0 have been away for a while, deleted photos come back, and such nodes are refused. */
export async function proveRestorable(cast: Cast, before: string): Promise<void> {
  const { stage, installation } = cast;
  const { database } = installation;
  const isGone = async () => {
    await database.query(`update first_release set since = since - interval '5 minutes'`);
    await database.query(
      `select graphile_worker.add_job('leave-first-release', job_key => 'leave-first-release')`,
    );
    return (await database.query(`select from first_release where state = 'gone'`)).length > 0;
  };
  stage.prove(await within(GONE_MS, isGone), 'nodes of 0.2.0 count as gone');
  const lea = await deleteFew(cast);
  const restored = await lea.call(`${LIBRARY}/deleted/restore-all`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: '{}',
  });
  const { photosCount } = (await restored.json()) as { photosCount: number };
  stage.prove(photosCount === FEW, `${photosCount} of ${FEW} deleted photos come back`);
  const isBack = async () => (await readIds(cast, lea)).length === FEW;
  stage.prove(await within(SOON_MS, isBack), 'and are in the library again');
  await proveRefused(cast, before);
}

async function proveRefused({ stage, installation }: Cast, before: string): Promise<void> {
  const stated = await installation.startNode({}, before).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  const sentence = 'previously executed migration 0288-deleted-photos-need-0.3.0 is missing';
  stage.prove(stated.includes(sentence), `a node of 0.2.0 is refused: ${sentence}`);
}

/** The way back to 0.2.0 once deleted photos can come back, by the statements that the docs name. No other node may run. */
export async function proveWayBack(cast: Cast, before: string): Promise<void> {
  const { stage, installation } = cast;
  const { database } = installation;
  const restoring = await installation.startNode({ DELETED_DAYS: '30' });
  const lea = await deleteFew(cast);
  const isEmpty = async () =>
    (await database.query('select from recently_deleted_photos limit 1')).length === 0;
  stage.prove(!(await isEmpty()), 'they can come back');
  await proveRefused(cast, before);
  await installation.retire(restoring);
  const ending = await installation.startNode({ DELETED_DAYS: '0' });
  for (const statement of await readStatements('update photo_removals')) await database.query(statement);
  await database.query(`select graphile_worker.add_job('check-deletions', job_key => 'check-deletions')`);
  stage.prove(await within(GONE_MS, isEmpty), 'what was deleted is deleted for good');
  await installation.retire(ending);
  for (const statement of await readStatements('delete from kysely_migration'))
    await database.query(statement);
  await installation.startNode({}, before);
  const { ok } = await lea.read(`${LIBRARY}?limit=50`);
  stage.prove(ok, 'and a node of 0.2.0 starts and serves customers');
}

/** The statements in the docs that begin like this, as operators copy them. */
async function readStatements(begin: string): Promise<string[]> {
  const text = await readFile(UPGRADE, 'utf8');
  const from = text.indexOf(`\`${begin}`) + 1;
  if (from === 0) throw new Error(`The docs have no statement that begins with ${begin}`);
  return text.slice(from, text.indexOf('`', from)).split(';');
}

/** A new customer with a few photos, all of which are deleted. */
async function deleteFew(cast: Cast): Promise<Customer> {
  const { stage, installation } = cast;
  const customer = await registerCustomer(installation.url);
  await seedLibrary(installation.database, { customerId: customer.customerId, photos: FEW });
  const body = JSON.stringify({ photoIds: await readIds(cast, customer) });
  const { ok } = await customer.call(LIBRARY, { method: 'DELETE', headers: JSON_TYPE, body });
  stage.prove(ok, `${FEW} photos are deleted`);
  return customer;
}

async function readIds({ installation }: Cast, { customerId }: Customer): Promise<string[]> {
  const rows = await installation.database.query<{ id: string }>('select id from photos where user_id = $1', [
    customerId,
  ]);
  return rows.map(({ id }) => id);
}
