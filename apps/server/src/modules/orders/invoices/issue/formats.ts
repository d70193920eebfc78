import { formatPrice } from '@keepsake/contracts/platform/currencies';
import { isWritable } from '../../../../platform/typeface.ts';
import type { IssuedDocument } from './issued-document.ts';

/** How a document writes amounts, rates and numbers. */
export function formatsOf({ locale, currency }: Pick<IssuedDocument, 'locale' | 'currency'>) {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const number = new Intl.NumberFormat(locale);
  // The typeface lacks a few signs, such as that of the baht.
  const isCode = !isWritable(formatPrice(0, currency, locale));
  return {
    money: (amount: number) => formatPrice(amount, currency, locale, { isCode }),
    /** Two further decimals, because it is the price of the whole quantity divided. */
    unitPrice: (amount: number) => formatPrice(amount, currency, locale, { isCode, furtherDigits: 2 }),
    /** Of hundredths of a per cent. */
    rate: (rate: number) => percent.format(rate / 10_000),
    number: (value: number) => number.format(value),
  };
}
