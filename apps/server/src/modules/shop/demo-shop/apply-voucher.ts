import type { NewOrder } from '@keepsake/contracts/orders/orders';
import { judgeVoucher } from '@keepsake/contracts/orders/voucher-rules';
import type { Voucher } from '@keepsake/contracts/orders/vouchers';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { faultyField, Problem } from '../../../platform/problem.ts';
import type { Channel } from '../../frame/channels/index.ts';
import { withTax } from './articles.ts';
import type { ShopDeps } from './deps.ts';

type Product = NewOrder['products'][number];
type Typed = { customerId: CustomerId; voucher?: string | undefined; orderCode: string };

/**
 * The voucher that a customer typed, null for none. One used by this very order is treated as unused, so that the order can be
 * placed again. Throws `invalid-request` for an unknown code.
 */
export async function openVoucher(
  { findVoucher }: Pick<ShopDeps, 'findVoucher'>,
  { customerId, voucher: typed, orderCode }: Typed,
): Promise<Voucher | null> {
  if (!typed) return null;
  try {
    const voucher = await findVoucher(customerId, typed);
    return voucher.usedIn === orderCode ? { ...voucher, isUsed: false } : voucher;
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') throw refusal('is none');
    throw error;
  }
}

type Sale = { voucher: Voucher | null; channel: Channel; articleType: string; at: Date };

/** A product at its price with a voucher. Throws `invalid-request` if the voucher cannot be used for it. */
export function applyVoucher(product: Product, { voucher, channel, articleType, at }: Sale): Product {
  if (!voucher) return product;
  const { id, currency, country } = channel;
  const { article = null, price } = product;
  const verdict = judgeVoucher(voucher, { channel: id, currency, article, articleType, price }, at);
  if (!verdict.isUsable) throw refusal(`cannot be used: ${verdict.reason}`);
  const amount = verdict.takesOff ?? 0;
  const { code, title, endsAt } = voucher;
  return {
    ...product,
    ...withTax(price - amount, country),
    voucher: code,
    voucherDetails: { title, amount, ...(endsAt && { expiresAt: endsAt }) },
  };
}

const refusal = (message: string) => faultyField('body.voucher', message);
