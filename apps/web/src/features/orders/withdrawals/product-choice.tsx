import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDayInSentence, useLocale } from '#/shared/format.ts';
import type { DeclaredOrder } from './declaration.ts';
import classes from './withdrawal-page.module.css';

type Product = DeclaredOrder['products'][number];
type Props = {
  products: readonly Product[];
  /** Indices of the products. */
  chosen: readonly number[];
  error: string | null;
  onChoose: (chosen: number[]) => void;
};

/** The products of an order: those that can be withdrawn from with the last day, the others with the reason. */
export function ProductChoice({ products, chosen, error, onChoose }: Props) {
  const { t } = useTranslation();
  const errorId = useId();
  return (
    <fieldset className={classes.products} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{t('withdrawal.field.products')}</legend>
      {products.map((product, place) => {
        const isOpen = product.right.state === 'open';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: codes are not unique, and positions do not change
          <label key={place} className={classes.product} data-off={!isOpen || undefined}>
            <input
              type="checkbox"
              name="products"
              disabled={!isOpen}
              checked={isOpen && chosen.includes(place)}
              onChange={({ currentTarget: { checked } }) =>
                onChoose(
                  checked ? [...chosen, place].sort((a, b) => a - b) : chosen.filter((one) => one !== place),
                )
              }
            />
            <span className={classes.productText}>
              <span>{product.title}</span>
              <span className={classes.detail}>
                <RightWords right={product.right} />
              </span>
            </span>
          </label>
        );
      })}
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The last day of withdrawal, or the reason why it is not possible. */
function RightWords({ right }: { right: Product['right'] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  switch (right.state) {
    case 'open':
      return right.lastDay === null
        ? t('orders.withdrawal.openAfter', { count: right.days })
        : t('orders.withdrawal.openUntil', { date: formatDayInSentence(right.lastDay, locale) });
    case 'ended':
      return t('orders.withdrawal.ended', { date: formatDayInSentence(right.lastDay, locale) });
    case 'none':
      return t(`orders.noWithdrawal.${right.reason}`);
    default:
      return t(`orders.withdrawal.${right.state}`);
  }
}
