import type { VoucherItem, VoucherVerdict } from '@keepsake/contracts/orders/voucher-rules';
import type { Voucher } from '@keepsake/contracts/orders/vouchers';
import { formatPrice } from '@keepsake/contracts/platform/currencies';
import { numberFormat } from '@keepsake/contracts/platform/formats';
import { useTranslation } from 'react-i18next';
import { useChannel } from '#/shared/configuration.tsx';

/** Texts about vouchers, in the customer's language and the channel's currency. */
export function useVoucherWords() {
  const { t } = useTranslation();
  const { locale, currency: ownCurrency } = useChannel();

  /** An amount in the channel's currency, or else in the first currency of the voucher. */
  function moneyOf(money: Record<string, number>): string {
    const [first = ownCurrency] = Object.keys(money);
    const currency = ownCurrency in money ? ownCurrency : first;
    return formatPrice(money[currency] ?? 0, currency, locale);
  }
  return {
    moneyOf,
    /** '£10' or '15%'. */
    worthOf: ({ value }: Pick<Voucher, 'value'>): string =>
      'percent' in value
        ? numberFormat(locale, { style: 'percent' }).format(value.percent / 100)
        : moneyOf(value.amount),
    /** What a voucher takes off a product's price, or why it cannot be used. */
    wordsOf(voucher: Voucher, { currency }: Pick<VoucherItem, 'currency'>, verdict: VoucherVerdict): string {
      const price = (amount: number) => formatPrice(amount, currency ?? ownCurrency, locale);
      if (verdict.isUsable) {
        if (verdict.takesOff !== null)
          return t('vouchers.verdict.takesOff', { amount: price(verdict.takesOff) });
        if (verdict.minimum === null) return t('vouchers.verdict.usable');
        return t('vouchers.verdict.usableFrom', { amount: price(verdict.minimum) });
      }
      if (verdict.reason === 'minimum')
        return t('vouchers.verdict.minimum', { amount: price(verdict.minimum) });
      return t(`vouchers.verdict.${verdict.reason}`, { what: voucher.goodFor?.title, currency });
    },
  };
}
