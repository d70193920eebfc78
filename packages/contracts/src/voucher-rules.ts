import { code } from './fields.ts';
import type { Money, Voucher } from './vouchers.ts';

/**
 * What a typed code is compared by: without case, spaces, dashes and lookalikes (O and 0; I, L and 1). Null when it can be
 * no code of ours.
 */
export function voucherKeyOf(typed: string): string | null {
  // A code of ours is at most 64 characters long; some spaces are forgiven, a novel is not.
  if (typed.length > 200) return null;
  const key = typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}\p{Pd}_]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return code.safeParse(key).success ? key : null;
}

/** What somebody would use a voucher for: a project, or a product in a shop. */
export type VoucherItem = {
  channel: string;
  /** ISO 4217; null when nobody knows. */
  currency: string | null;
  article: string | null;
  articleType: string | null;
  /** In minor units, before the voucher; null when nobody said. */
  price: number | null;
};

/** Whether a voucher can be used for something, what it takes off the price, or why it cannot be used. */
export type VoucherVerdict =
  | {
      isUsable: true;
      /** Never more than the price; null when the price is unknown. */
      takesOff: number | null;
      /** What the product must cost, when it is not known what it costs; null for no minimum. */
      minimum: number | null;
    }
  | { isUsable: false; reason: 'used' | 'ended' | 'channel' | 'article' | 'currency' }
  | { isUsable: false; reason: 'minimum'; minimum: number };

/** The first reason that stands in the way, those first that no other product would change. */
export function judgeVoucher(voucher: Voucher, item: VoucherItem, now: Date): VoucherVerdict {
  const { value, channels, minimum: minimums } = voucher;
  if (voucher.isUsed) return { isUsable: false, reason: 'used' };
  if (hasEnded(voucher, now)) return { isUsable: false, reason: 'ended' };
  if (channels && !channels.includes(item.channel)) return { isUsable: false, reason: 'channel' };
  if (!isGoodFor(voucher, item)) return { isUsable: false, reason: 'article' };
  const amount = 'amount' in value ? inCurrency(value.amount, item) : null;
  const minimum = minimums ? inCurrency(minimums, item) : null;
  if (amount === undefined || minimum === undefined) return { isUsable: false, reason: 'currency' };
  const { price } = item;
  if (price === null) return { isUsable: true, takesOff: null, minimum };
  if (minimum !== null && price < minimum) return { isUsable: false, reason: 'minimum', minimum };
  const share = 'percent' in value ? Math.round((price * value.percent) / 100) : (amount ?? 0);
  return { isUsable: true, takesOff: Math.min(share, price), minimum: null };
}

/** The moment of its end is the first at which it can be used no longer. */
export const hasEnded = ({ endsAt }: Pick<Voucher, 'endsAt'>, now: Date): boolean =>
  endsAt !== null && Date.parse(endsAt) <= now.getTime();

function isGoodFor({ goodFor }: Voucher, { article, articleType }: VoucherItem): boolean {
  if (!goodFor) return true;
  const { articles, articleTypes } = goodFor;
  return (
    (article !== null && articles.includes(article)) ||
    (articleType !== null && articleTypes.includes(articleType))
  );
}

const inCurrency = (money: Money, { currency }: VoucherItem): number | undefined =>
  currency === null ? undefined : money[currency];
