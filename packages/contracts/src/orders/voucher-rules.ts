import { code } from '../platform/fields.ts';
import type { Money, Voucher } from './vouchers.ts';

/**
 * The key by which voucher codes are compared: ignoring case, spaces, dashes and lookalikes (O and 0; I, L and 1). Null for a
 * text that cannot be one of our codes.
 */
export function voucherKeyOf(typed: string): string | null {
  // Codes have at most 64 characters; this leaves room for spaces, but limits the work.
  if (typed.length > 200) return null;
  const key = typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}\p{Pd}_]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return code.safeParse(key).success ? key : null;
}

/** What a voucher would be used for: a project, or a product in a shop. */
export type VoucherItem = {
  channel: string;
  /** ISO 4217; null if unknown. */
  currency: string | null;
  article: string | null;
  articleType: string | null;
  /** In minor units, before the voucher; null if unknown. */
  price: number | null;
};

/** Whether a voucher can be used, what it takes off the price, or why it cannot be used. */
export type VoucherVerdict =
  | {
      isUsable: true;
      /** At most the price; null when the price is unknown. */
      takesOff: number | null;
      /** The minimum price, if the product's price is unknown; null for no minimum. */
      minimum: number | null;
    }
  | { isUsable: false; reason: 'used' | 'ended' | 'channel' | 'article' | 'currency' }
  | { isUsable: false; reason: 'minimum'; minimum: number };

/** The first applicable reason against using a voucher, starting with reasons that hold for every product. */
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

/** `endsAt` is exclusive: at that moment the voucher has ended. */
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
