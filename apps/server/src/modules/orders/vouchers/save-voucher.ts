import { createHash } from 'node:crypto';
import { voucherKeyOf } from '@keepsake/contracts/orders/voucher-rules';
import type { GeneralVoucher, saveVoucher as saveVoucherEndpoint } from '@keepsake/contracts/orders/vouchers';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ServiceCaller } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { isNewerVersion } from '../../../platform/idempotency.ts';
import { faultyField, Problem } from '../../../platform/problem.ts';
import { requireOpenCustomer } from '../../account/customers/index.ts';
import { checkServiceChannels } from '../../frame/channels/index.ts';
import type { Deps } from './deps.ts';
import {
  type Content,
  insertIntoWallet,
  insertVoucher,
  isSameContent,
  lockVoucher,
  pushWallet,
  updateVoucher,
} from './store.ts';

type Saved = { service: ServiceCaller; code: string; voucher: BodyOf<typeof saveVoucherEndpoint> };

/** Stores a version of a voucher; the newest wins, in whatever order they arrive. A personal one is in its owner's wallet. */
export async function saveVoucher(
  deps: Pick<Deps, 'db' | 'clock'>,
  { service, code, voucher }: Saved,
): Promise<{ version: number }> {
  checkServiceChannels(service, voucher.channels);
  const key = voucherKeyOf(code);
  if (key === null) throw faultyField('params.voucherCode', 'has neither letters nor digits');
  const { customerId = null, version, ...details } = voucher;
  const content = contentOf({ ...details, code }, { version, customerId });
  const now = deps.clock();
  return deps.db.transaction().execute(async (trx) => {
    if (customerId) await requireOpenCustomer(trx, customerId);
    const saved = { key, service: service.name };
    const existing = (await insertVoucher(trx, saved, content)) ? null : await lockVoucher(trx, key);
    if (existing && !isNewer({ ...content, service: service.name }, existing))
      return { version: existing.version };
    if (existing) await updateVoucher(trx, key, content);
    await giveTo(trx, { owner: customerId, before: existing?.customer_id ?? null, key, now });
    return { version };
  });
}

type Given = { owner: CustomerId | null; before: CustomerId | null; key: string; now: Date };

/** Puts a personal voucher into its owner's wallet; a previous owner no longer has it. */
async function giveTo(trx: Queryable, { owner, before, key, now }: Given): Promise<void> {
  if (owner) await insertIntoWallet(trx, { customerId: owner, key }, now);
  const owners = [before, owner].filter((one) => one !== null);
  for (const customerId of new Set(owners)) await pushWallet(trx, customerId, now);
}

type Existing = Awaited<ReturnType<typeof lockVoucher>>;

/** Throws `conflict` if the code is another voucher's, or the known version had different content. */
function isNewer({ service, ...content }: Content & { service: string }, existing: Existing): boolean {
  if (existing.code !== content.code)
    throw new Problem('conflict', { detail: `This code is too similar to ${existing.code}` });
  if (existing.service !== service)
    throw new Problem('conflict', { detail: 'Another service already has a voucher with this code' });
  const contentHash = isSameContent(content, existing) ? content.contentHash : existing.content_hash;
  return isNewerVersion(content, { version: existing.version, contentHash });
}

type Stored = { version: number; customerId: CustomerId | null };

/** The stored form of a voucher from a service or the operator's file. */
export function contentOf(
  { code, title, value, minimum, goodFor, channels, uses, endsAt }: GeneralVoucher,
  { version, customerId }: Stored,
): Content {
  const stated = [code, title, value, minimum, goodFor, channels, uses, endsAt, customerId];
  return {
    code,
    version,
    contentHash: createHash('sha256').update(JSON.stringify(stated)).digest(),
    customerId,
    title,
    percent: 'percent' in value ? value.percent : null,
    amounts: 'amount' in value ? value.amount : null,
    minimums: minimum ?? null,
    goodFor: goodFor
      ? {
          title: goodFor.title,
          articles: goodFor.articles ?? [],
          articleTypes: goodFor.articleTypes ?? [],
        }
      : null,
    channels: channels ?? null,
    uses,
    endsAt: endsAt ? new Date(endsAt) : null,
  };
}
